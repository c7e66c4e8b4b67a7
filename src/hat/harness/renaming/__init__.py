"""Renaming skills, tools and parameters wherever a harness mentions them, and nothing else."""
