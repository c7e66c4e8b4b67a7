"""What one stage has shown so far, arm by arm."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scipy.stats import chisquare

from hat.canary.moments import Moments


@dataclass(frozen=True)
class ArmStatistics:
    """One arm in one stage. The unit is the viewer; `requests`, `slow` and the latencies count requests.

    `judge` has the viewers with a judged reply; `gmv` (winsorised) and `orders` have every viewer, zeros included.
    `failed` viewers had at least one failed request; `fallbacks` requests were served by control instead.
    """

    viewers: int = 0
    requests: int = 0
    failed: int = 0
    fallbacks: int = 0
    slow: int = 0
    latency_p50: float | None = None
    latency_p95: float | None = None
    judge: Moments = field(default_factory=Moments)
    gmv: Moments = field(default_factory=Moments)
    orders: Moments = field(default_factory=Moments)


EXPECTED = 5
"""Viewers that each arm must expect before chi-square says anything sound (Cochran's rule)."""


def sample_ratio_p_value(viewers: Mapping[str, int], shares: Mapping[str, float]) -> float:
    """The chi-square p-value of "viewers came in the planned shares"; 1 while an arm expects too few of them.

    A small value means that assignment or logging loses viewers of one arm: no comparison can be trusted.
    """
    arms = [arm for arm, share in shares.items() if share > 0]
    total = sum(viewers.get(arm, 0) for arm in arms)
    expected = [total * shares[arm] for arm in arms]
    if min(expected) < EXPECTED:
        return 1.0
    return float(chisquare([viewers.get(arm, 0) for arm in arms], expected).pvalue)
