"""Training curves from the `metrics.jsonl` files of the training stages."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from hat.train.metrics import read_metrics

_POINTS = 120
WIDTH, HEIGHT = 100, 40
"""The box of a curve's `path`, in the units of its SVG."""


@dataclass(frozen=True)
class Curve:
    """One metric of one stage: `points` are (step, value) in order of step, finite values only."""

    stage: str
    name: str
    points: tuple[tuple[float, float], ...]

    @property
    def low(self) -> float:
        """The smallest value."""
        return min(value for _, value in self.points)

    @property
    def high(self) -> float:
        """The largest value."""
        return max(value for _, value in self.points)

    @property
    def path(self) -> str:
        """The curve as the `points` of an SVG polyline in a box of WIDTH x HEIGHT."""
        first, last = self.points[0][0], self.points[-1][0]
        across, up = (last - first) or 1.0, (self.high - self.low) or 1.0
        return " ".join(
            f"{WIDTH * (step - first) / across:.2f},{HEIGHT - HEIGHT * (value - self.low) / up:.2f}"
            for step, value in thin(self.points)
        )


def thin(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """At most about 120 points: means of neighbours, with the first and last point as they are."""
    if len(points) <= _POINTS:
        return list(points)
    size = math.ceil(len(points) / _POINTS)
    groups = [points[i : i + size] for i in range(0, len(points), size)]
    means = [(sum(s for s, _ in g) / len(g), sum(v for _, v in g) / len(g)) for g in groups]
    return [points[0], *means[1:-1], points[-1]]


def read_curves(folders: Iterable[Path]) -> list[Curve]:
    """The curves that training stages logged in their folders; those with fewer than two points are left out."""
    series: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for line in (line for folder in folders for line in read_metrics(folder)):
        series.setdefault((line["stage"], line["name"]), []).append((line["step"], line["value"]))
    return [Curve(stage, name, tuple(points)) for (stage, name), points in series.items() if len(points) > 1]
