"""A variant in the making, and the transforms that make it."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from hat.harness.renaming.mapping import NameMapping
from hat.harness.renaming.mentions import rename
from hat.harness.state import HarnessState
from hat.hsa.paraphrase import Paraphrase, by_rules

Kind = Literal["surface", "semantic"]
"""`surface`: a recorded trajectory can be remapped. `semantic`: it must be made anew."""


@dataclass(frozen=True)
class Draft:
    """A state on its way from the original, with the names it has so far.

    `protect` are original names that stay; `paraphrase` is how texts are said in other words.
    """

    state: HarnessState
    mapping: NameMapping
    protect: frozenset[str] = frozenset()
    paraphrase: Paraphrase = by_rules

    def renamed(self, names: NameMapping) -> Draft:
        """This draft with its present names replaced, wherever they are mentioned."""
        return replace(self, state=rename(self.state, names), mapping=self.mapping.then(names))


@dataclass(frozen=True)
class Family:
    """A transform family `<dimension>.<transform>`.

    `share` of the variants get it; `strength` is the share of what it can change that it does change, on average.
    """

    name: str
    kind: Kind
    share: float
    strength: float
    transform: Callable[[Draft, random.Random, float], Draft]

    @property
    def dimension(self) -> str:
        """The part of the harness that it changes."""
        return self.name.partition(".")[0]

    def apply(self, draft: Draft, random_: random.Random) -> Draft:
        """The draft after the transform, which may find nothing to do."""
        return self.transform(draft, random_, self.strength)
