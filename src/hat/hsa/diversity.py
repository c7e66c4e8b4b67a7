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
DOMINANT = 3
"""A family that changes so many times as many variants as the others do on average dominates them."""
PAIRS = 2000
"""Pairs of variants whose distance is measured: there are too many to measure all."""


@dataclass(frozen=True)
class Diversity:
    """`names` are the distinct new names by what is named; `distance` is the mean over `pairs` pairs, from 0 to 1.

    `distinct` counts the different variants; `shares` tells in which share of them each family changed something.
    """

    variants: int
    distinct: int
    names: dict[str, int]
    distance: float
    pairs: int
    shares: dict[str, float]

    @property
    def dominant(self) -> tuple[str, ...]:
        """Families that dominate the others: see `DOMINANT`."""
        total, others = sum(self.shares.values()), len(self.shares) - 1
        return tuple(f for f, share in self.shares.items() if others and share * others > DOMINANT * (total - share))


def diversity(variants: Sequence[Variant], families: Iterable[str], seed: int = 0) -> Diversity:
    """Measured over all variants, which any of `families` may have changed; the distance over pairs drawn with `seed`.

    The distance of two variants is the Jaccard distance of the sets of words that the model can read in them. Raises
    ValueError for fewer than two variants.
    """
    if len(variants) < 2:
        raise ValueError("diversity needs two variants at least")
    first = _words(variants[0].state)
    read = [_Read(len(words), words ^ first) for variant in variants for words in [_words(variant.state)]]
    pairs = _pairs(len(variants), random.Random(seed))
    applied = Counter(dict.fromkeys(families, 0))
    applied.update(family for variant in variants for family in variant.applied)
    return Diversity(
        variants=len(variants),
        distinct=len({digest(variant.state) for variant in variants}),
        names={
            "skills": _new(variant.mapping.skills for variant in variants),
            "tools": _new(variant.mapping.tools for variant in variants),
            "parameters": _new(names for variant in variants for names in variant.mapping.parameters.values()),
        },
        distance=sum(_distance(read[a], read[b]) for a, b in pairs) / len(pairs),
        pairs=len(pairs),
        shares={family: count / len(variants) for family, count in applied.most_common()},
    )


def _pairs(count: int, random_: random.Random) -> list[tuple[int, int]]:
    """All pairs of so many things where they are few, else `PAIRS` of them, drawn at random."""
    if count * (count - 1) // 2 <= PAIRS:
        return list(combinations(range(count), 2))
    drawn: dict[tuple[int, int], None] = {}
    while len(drawn) < PAIRS:
        one, other = sorted(random_.sample(range(count), 2))
        drawn[one, other] = None
    return list(drawn)


def _words(state: HarnessState) -> frozenset[str]:
    texts = [system_message(state), json.dumps(tool_specs(state)), *map(skill_text, state.skills)]
    return frozenset(_TOKEN.findall("\n".join(texts)))


def _new(mappings: Iterable[Mapping[str, str]]) -> int:
    """How many different names there are that are not those of the original."""
    return len({new for names in mappings for old, new in names.items() if old != new})


@dataclass(frozen=True)
class _Read:
    """The words of a variant: how many, and those that only it or only the first variant has."""

    count: int
    others: frozenset[str]


def _distance(one: _Read, other: _Read) -> float:
    apart = len(one.others ^ other.others)
    return 2 * apart / max(1, one.count + other.count + apart)
