"""Adding distractors among the skills or tools of a harness."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

from hat.harness.state import Skill, Tool, title
from hat.hsa.seeding import some

Item = TypeVar("Item", Skill, Tool)


def inject_into(
    items: Sequence[Item], pool: Sequence[Item], taken: set[str], random_: random.Random, strength: float
) -> tuple[Item, ...]:
    """The items with a few of the pool among them; none whose name is `taken` or whose title is in use.

    A small harness gets fewer, since they would swell its prompt.
    """
    titles = {title(item.description) for item in items}
    free = [item for item in pool if item.name not in taken and title(item.description) not in titles]
    count = min(some(len(items), random_, strength), len(items) // 3, len(free))
    mixed = list(items)
    for item in random_.sample(free, count):
        mixed.insert(random_.randint(0, len(mixed)), item)
    return tuple(mixed)
