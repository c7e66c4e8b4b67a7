"""An always-valid interval for a difference of means: look as often as you like, stop when you like.

The asymptotic confidence sequence with a normal mixture (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas,
"Time-uniform central limit theory and asymptotic confidence sequences", equation 2), applied to the difference of two
arms' means with `n` the viewers of both.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from hat.canary.moments import Moments


@dataclass(frozen=True)
class Interval:
    """A difference (candidate - champion) and the bounds that hold at all looks together."""

    difference: float
    low: float
    high: float


def mixture(alpha: float, viewers: int) -> float:
    """The mixture's scale rho that makes the sequence tightest at `viewers` (same paper, appendix on tuning rho)."""
    penalty = -2 * math.log(alpha)
    return math.sqrt((penalty + math.log(penalty + 1)) / viewers)


def interval(candidate: Moments, champion: Moments, alpha: float, tightest_at: int) -> Interval | None:
    """The interval at this look, or None while an arm has fewer than two viewers.

    alpha: probability that the true difference is ever outside. tightest_at: viewers (both arms) at which the
    interval is to be narrowest; fixed before the experiment.
    """
    if min(candidate.n, champion.n) < 2:
        return None
    n = candidate.n + champion.n
    spread = n * mixture(alpha, tightest_at) ** 2
    error = math.sqrt(candidate.variance / candidate.n + champion.variance / champion.n)
    margin = error * math.sqrt(2 * (spread + 1) / spread * math.log(math.sqrt(spread + 1) / alpha))
    difference = candidate.mean - champion.mean
    return Interval(difference, difference - margin, difference + margin)
