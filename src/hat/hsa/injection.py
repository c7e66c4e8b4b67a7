"""Adding distractors among the skills or tools of a harness."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from hat.harness.renaming.mapping import NameMapping
from hat.harness.state import Skill, Tool, title
from hat.hsa.draft import Draft
from hat.hsa.seeding import some
from hat.hsa.texts import words

Item = TypeVar("Item", Skill, Tool)


def inject_into(
    draft: Draft, items: Sequence[Item], pool: Sequence[Item], random_: random.Random, strength: float
) -> tuple[tuple[Item, ...], NameMapping]:
    """The draft's items with a few of the pool among them, and its mapping with their names.

    None of them has a name that is a word of the draft, or a title that is in use. A small harness gets fewer, since
    they would swell its prompt.
    """
    taken, titles = words(draft.state), {title(item.description) for item in items}
    free = [item for item in pool if item.name not in taken and title(item.description) not in titles]
    count = min(some(len(items), random_, strength), len(items) // 3, len(free))
    mixed, added = list(items), random_.sample(free, count)
    for item in added:
        mixed.insert(random_.randint(0, len(mixed)), item)
    injected = draft.mapping.injected.union(item.name for item in added)
    return tuple(mixed), replace(draft.mapping, injected=injected)
