"""What differs between two harnesses, one module a subject."""
