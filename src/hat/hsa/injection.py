"""Adding distractors among the skills or tools of a harness."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

from hat.harness.state import Skill, Tool, title

Item = TypeVar("Item", Skill, Tool)

MOST = 2
"""Distractors of one sort in a variant; fewer in a small harness, whose prompt they would swell."""


def inject_into(
    items: Sequence[Item], pool: Sequence[Item], taken: set[str], random_: random.Random
) -> tuple[Item, ...]:
    """The items with one or two of the pool among them; none whose name is `taken` or whose title is in use."""
    titles = {title(item.description) for item in items}
    free = [item for item in pool if item.name not in taken and title(item.description) not in titles]
    count = min(random_.randint(1, MOST), len(items) // 3, len(free))
    mixed = list(items)
    for item in random_.sample(free, count):
        mixed.insert(random_.randint(0, len(mixed)), item)
    return tuple(mixed)
