"""The configuration of a build."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class BuildConfig:
    """Everything that decides the weights. Step counts are optimiser steps of `rows` documents each."""

    seed: int = 1
    steps: int = 3000
    mtp_steps: int = 250
    rows: int = 2
    vocabulary_documents: int = 1500
    muon_rate: float = 0.02
    adam_rate: float = 0.003
    warmup: int = 60
    decay: float = 0.6
    """The rates fall linearly to zero over this last share of the steps."""
