"""The experiment as agreed beforehand: arms, stages, metrics, limits. Nothing here changes while it runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

CANDIDATE, CHAMPION, CONTROL = "candidate", "champion", "control"

Primary = Literal["judge", "gmv"]


@dataclass(frozen=True)
class Arm:
    """What an arm serves, by content. Any difference is another arm."""

    harness: str
    """Digest of the harness state."""
    model: str
    """Digest of the model's files, or its registry version."""
    image: str
    """Digest of the service's image, or the release of the code where no image is used."""


@dataclass(frozen=True)
class Stage:
    """A period with one split of viewers. Statistics are never pooled across stages.

    `shares` sum to 1, in the order candidate, champion, control. `measures` says that the primary metric is judged
    here; other stages judge guardrails only. `viewers` is its length: how many come at most.
    """

    name: str
    salt: str
    shares: Mapping[str, float]
    viewers: int
    measures: bool = False


@dataclass(frozen=True)
class Experiment:
    """The whole agreement: a decision is a function of it and of the statistics, and of nothing else.

    primary: the metric that decides, `judge` (mean judge score, 0..1) or `gmv` (per viewer).
    margin: promote once the primary difference is certainly above this; negative allows a slightly worse candidate.
    alpha: error rate of the confidence sequence. guardrail_alpha, sample_ratio_alpha: those of the safety tests.
    minimum_viewers: what each compared arm needs before the primary metric is judged.
    gmv_cap: a viewer's GMV above this counts as this (winsorising).
    error_ceiling: share of viewers with a failed request that is still acceptable.
    latency_budget_s: what the 95th percentile of latency must stay under, in seconds.
    """

    name: str
    arms: Mapping[str, Arm]
    stages: tuple[Stage, ...]
    primary: Primary
    margin: float
    alpha: float
    minimum_viewers: int
    gmv_cap: float
    latency_budget_s: float
    error_ceiling: float = 0.05
    guardrail_alpha: float = 0.01
    sample_ratio_alpha: float = 0.001
