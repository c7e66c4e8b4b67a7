"""Made-up harnesses and what can be asked in them: the world that the base learns to read in, never live commerce."""
