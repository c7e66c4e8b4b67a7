"""How different the variants of a harness are from each other."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from hat.harness.digest import digest
from hat.harness.render import skill_text, system_message, tool_specs
from hat.harness.state import HarnessState
from hat.hsa.variant import Variant

_TOKEN = re.compile(r"[\w-]+")
DOMINANT = 0.25
"""A family that makes a greater share of all changes dominates the others."""


@dataclass(frozen=True)
class Diversity:
    """`names` are the distinct new names by what is named; `distance` is the mean over pairs of variants, from 0 to 1.

    `distinct` counts the different variants; `shares` tells in which share of them each family changed something.
    """

    variants: int
    distinct: int
    names: dict[str, int]
    distance: float
    shares: dict[str, float]

    @property
    def dominant(self) -> tuple[str, ...]:
        """Families that make more than `DOMINANT` of all changes."""
        total = sum(self.shares.values())
        return tuple(family for family, share in self.shares.items() if share > DOMINANT * total)


def diversity(variants: Sequence[Variant], seed: int = 0, pairs: int = 2000) -> Diversity:
    """Measured over all variants; the distance over at most `pairs` pairs, drawn with `seed`.

    The distance of two variants is the Jaccard distance of the sets of words that the model can read in them. Raises
    ValueError for fewer than two variants.
    """
    if len(variants) < 2:
        raise ValueError("diversity needs two variants at least")
    read = [_words(variant.state) for variant in variants]
    chosen = list(combinations(range(len(variants)), 2))
    chosen = random.Random(seed).sample(chosen, min(pairs, len(chosen)))
    applied = Counter(family for variant in variants for family in variant.applied)
    return Diversity(
        variants=len(variants),
        distinct=len({digest(variant.state) for variant in variants}),
        names={
            "skills": _new(variant.mapping.skills for variant in variants),
            "tools": _new(variant.mapping.tools for variant in variants),
            "parameters": _new(names for variant in variants for names in variant.mapping.parameters.values()),
        },
        distance=sum(_distance(read[a], read[b]) for a, b in chosen) / len(chosen),
        shares={family: count / len(variants) for family, count in applied.most_common()},
    )


def _words(state: HarnessState) -> frozenset[str]:
    texts = [system_message(state), json.dumps(tool_specs(state)), *map(skill_text, state.skills)]
    return frozenset(_TOKEN.findall("\n".join(texts)))


def _new(mappings: Iterable[Mapping[str, str]]) -> int:
    """How many different names there are that are not those of the original."""
    return len({new for names in mappings for old, new in names.items() if old != new})


def _distance(one: frozenset[str], other: frozenset[str]) -> float:
    return 1 - len(one & other) / max(1, len(one | other))
