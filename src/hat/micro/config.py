"""The configuration of a build."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Course:
    """So many optimiser steps; the rates rise to a `share` of the full ones, stay, and fall to zero."""

    steps: int
    share: float = 1.0


@dataclass(frozen=True)
class BuildConfig:
    """Everything that decides the weights. A step sees `rows` documents."""

    seed: int = 1
    model: tuple[Course, ...] = (Course(4500), Course(2500, 0.5))
    mtp: tuple[Course, ...] = (Course(250),)
    rows: int = 2
    vocabulary_documents: int = 1500
    muon_rate: float = 0.02
    adam_rate: float = 0.003
    warmup: int = 60
    """Steps in which the rates rise, in each course."""
    decay: float = 0.6
    """The rates fall linearly to zero over this last share of a course."""
