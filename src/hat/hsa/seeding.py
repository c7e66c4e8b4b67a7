"""Independent random streams from one seed, and draws of a given strength."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def stream(seed: int, purpose: str) -> random.Random:
    """A generator of its own for each purpose: what one transform draws never shifts what another draws."""
    return random.Random(hashlib.sha256(f"{seed}/{purpose}".encode()).digest())


def some(count: int, random_: random.Random, strength: float) -> int:
    """How many of `count` things to change: at least one, on average a share of `strength`."""
    return random_.randint(1, max(1, round(2 * strength * count) - 1))


def shuffled(items: Sequence[T], random_: random.Random, strength: float) -> list[T]:
    """The items in another order: each takes part with probability `strength`, the others keep their places."""
    places = [place for place in range(len(items)) if random_.random() < strength]
    order = list(items)
    for place, source in zip(places, random_.sample(places, len(places)), strict=True):
        order[place] = items[source]
    return order
