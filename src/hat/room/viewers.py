"""Viewers who buy, or do not: a simulation that gives the A/B test something to measure.

Nothing here is fitted to real shops. A viewer buys at a base rate; a correct and effective reply adds to it; what is
added fades when the viewer waits longer than their patience. Spend differs between viewers by a heavy-tailed factor, so
GMV per viewer is mostly zero and otherwise skewed, as in a real room.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

from hat.room.catalogue import find_room
from hat.room.request import Request
from hat.room.reward import Score

BASE_RATE = 0.10
REPLY_RATE = 0.25
PATIENCE_SECONDS = 5.0


@dataclass(frozen=True)
class Viewer:
    """`spend` multiplies what they buy, `patience` is in seconds, `past_gmv` is what they bought before (yuan)."""

    id: str
    spend: float
    patience: float
    past_gmv: float


@dataclass(frozen=True)
class Outcome:
    """Whether the viewer ordered, for how much (yuan), and after how many days receipt is confirmed (0: no order)."""

    order: bool
    gmv: float
    receipt_days: float


def make_viewer(viewer_id: str, seed: int) -> Viewer:
    """The viewer of that id: the same one for every request and arm."""
    rng = random.Random(f"viewer/{seed}/{viewer_id}")
    spend = rng.lognormvariate(0.0, 0.6)
    bought_before = rng.random() < 0.4
    return Viewer(
        id=viewer_id,
        spend=spend,
        patience=PATIENCE_SECONDS * rng.uniform(0.6, 1.4),
        past_gmv=round(spend * rng.uniform(20, 200), 2) if bought_before else 0.0,
    )


def buy_rate(viewer: Viewer, score: Score | None, seconds: float) -> float:
    """The probability of an order. `score` None: no reply came."""
    if score is None:
        return BASE_RATE
    interest = REPLY_RATE * score.accuracy * score.effectiveness
    return BASE_RATE + interest * math.exp(-max(0.0, seconds - viewer.patience) / PATIENCE_SECONDS)


def outcome(viewer_id: str, request: Request, score: Score | None, seconds: float, seed: int) -> Outcome:
    """What a viewer does after a reply that came after `seconds`."""
    viewer = make_viewer(viewer_id, seed)
    rng = random.Random(f"outcome/{seed}/{viewer_id}/{request.id}")
    chance, pieces, receipt_days = rng.random(), rng.choice((1, 1, 1, 2)), rng.uniform(2.0, 9.0)
    if chance >= buy_rate(viewer, score, seconds):
        return Outcome(order=False, gmv=0.0, receipt_days=0.0)
    products = find_room(request.room).products
    asked = next((need.arguments["link"] for need in request.needs if "link" in need.arguments), None)
    product = next((p for p in products if p.link == asked), rng.choice(products))
    return Outcome(True, round(product.price * pieces * viewer.spend, 2), receipt_days)
