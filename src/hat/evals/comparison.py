"""The A/B as the report shows it: its arms in the last stage, and how the confidence sequence closed in."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hat.evals.curves import HEIGHT, WIDTH

_SPAN = 2.0
"""How much of the drawing's height the last interval leaves to the looks before it."""


@dataclass(frozen=True)
class ArmRow:
    """One arm: its viewers, and its mean outcomes per viewer. Latencies are in seconds, None without requests."""

    name: str
    viewers: int
    judge: float
    orders: float
    gmv: float
    failed: int
    latency_p50: float | None
    latency_p95: float | None


@dataclass(frozen=True)
class Bounds:
    """Candidate minus champion after some viewers, with bounds that hold at all looks together."""

    viewers: int
    difference: float
    low: float
    high: float


@dataclass(frozen=True)
class Comparison:
    """What an A/B ended with. `arms` are those of its last `stage`; both are empty when nothing was served."""

    verdict: str
    reasons: tuple[str, ...]
    stage: str
    metric: str
    arms: tuple[ArmRow, ...]
    looks: tuple[Bounds, ...]

    @property
    def band(self) -> str:
        """The bounds, look by look, as the `points` of an SVG polygon in a box of WIDTH x HEIGHT."""
        there = [(look.viewers, look.low) for look in self.looks]
        back = [(look.viewers, look.high) for look in reversed(self.looks)]
        return self._points([*there, *back])

    @property
    def line(self) -> str:
        """The difference, look by look, as the `points` of an SVG polyline in the same box."""
        return self._points([(look.viewers, look.difference) for look in self.looks])

    @property
    def zero(self) -> float:
        """The height of "no difference" in the box."""
        return self._height(0.0)

    def _points(self, points: list[tuple[int, float]]) -> str:
        first, last = self.looks[0].viewers, self.looks[-1].viewers
        across = (last - first) or 1
        return " ".join(f"{WIDTH * (v - first) / across:.2f},{self._height(value):.2f}" for v, value in points)

    def _height(self, value: float) -> float:
        last = self.looks[-1]
        margin = _SPAN * (last.high - last.low) / 2 or 1.0
        low, high = min(last.low, 0.0) - margin, max(last.high, 0.0) + margin
        return HEIGHT * (high - min(max(value, low), high)) / (high - low)


def read_comparison(path: Path) -> Comparison:
    """Read the `decision.json` of an A/B."""
    data: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    stage = data.get("stage", "")
    return Comparison(
        verdict=data["verdict"],
        reasons=tuple(data["reasons"]),
        stage=stage,
        metric=data.get("experiment", {}).get("primary", ""),
        arms=tuple(_arm(name, of) for name, of in data.get("statistics", {}).get(stage, {}).items()),
        looks=tuple(Bounds(**look) for look in data.get("sequence", ())),
    )


def _arm(name: str, of: Mapping[str, Any]) -> ArmRow:
    means = {metric: of[metric]["total"] / (of[metric]["n"] or 1) for metric in ("judge", "orders", "gmv")}
    return ArmRow(name, of["viewers"], **means, **{k: of[k] for k in ("failed", "latency_p50", "latency_p95")})
