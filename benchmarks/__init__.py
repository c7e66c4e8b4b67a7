"""Benchmarks: each a command that prints ratios against a named peer or bound, measured in the same run."""
