"""Sufficient statistics of a mean: what the ledger sums in SQL and every comparison starts from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Moments:
    """Count, sum and sum of squares of one number per viewer."""

    n: int = 0
    total: float = 0.0
    squares: float = 0.0

    @property
    def mean(self) -> float:
        """The mean; 0 where nothing was observed."""
        return self.total / self.n if self.n else 0.0

    @property
    def variance(self) -> float:
        """The unbiased variance; 0 below two observations."""
        return max(0.0, self.squares - self.total * self.mean) / (self.n - 1) if self.n > 1 else 0.0
