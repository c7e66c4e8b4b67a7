"""Intervals for scores and for the difference of two models on the same cases. All are 95 %."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_Z = 1.959963984540054
_RESAMPLES = 4000


@dataclass(frozen=True)
class Interval:
    """An estimate and the bounds of its 95 % interval, all in the unit of the estimate."""

    value: float
    low: float
    high: float

    def overlaps(self, other: Interval) -> bool:
        """Whether the two intervals share a point."""
        return self.low <= other.high and other.low <= self.high


@dataclass(frozen=True)
class Paired:
    """Candidate minus base on the same cases: the mean difference."""

    cases: int
    difference: Interval


def wilson(successes: int, cases: int) -> Interval:
    """A share in percent with Wilson's score interval (Wilson 1927). Without cases it is 0, from 0 to 100."""
    if cases == 0:
        return Interval(0.0, 0.0, 100.0)
    share, spread = successes / cases, _Z**2 / cases
    centre = (share + spread / 2) / (1 + spread)
    half = _Z * math.sqrt(share * (1 - share) / cases + spread / (4 * cases)) / (1 + spread)
    return Interval(100 * share, 100 * max(0.0, centre - half), 100 * min(1.0, centre + half))


def bootstrap_mean(values: Sequence[float], seed: int) -> Interval:
    """The mean of `values` with a percentile bootstrap interval. Without values it is 0, from 0 to 0."""
    if not values:
        return Interval(0.0, 0.0, 0.0)
    data = np.asarray(values, dtype=np.float64)
    return _percentiles(float(data.mean()), data[_resamples(len(data), seed)].mean(axis=1))


def paired(base: Sequence[int], candidate: Sequence[int], seed: int) -> Paired:
    """Candidate minus base in percentage points, from 0/1 outcomes of the same cases in the same order.

    The interval is a paired bootstrap: cases are resampled, so both models keep their luck with hard cases.
    """
    if len(base) != len(candidate):
        raise ValueError(f"paired outcomes differ in length: {len(base)} and {len(candidate)}")
    points = [100.0 * (c - b) for b, c in zip(base, candidate, strict=True)]
    return Paired(len(base), bootstrap_mean(points, seed))


def _resamples(cases: int, seed: int) -> NDArray[np.int64]:
    return np.random.default_rng(seed).integers(0, cases, size=(_RESAMPLES, cases))


def _percentiles(value: float, means: NDArray[np.float64]) -> Interval:
    low, high = np.percentile(means, [2.5, 97.5])
    return Interval(value, float(low), float(high))
