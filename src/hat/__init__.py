"""HAT: train, evaluate, serve and gate agents that read the harness they are given."""

__version__ = "0.1.0"
