"""New names for skills, tools and parameters: word-like, nonsense, or in another naming convention."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Literal

from hat.harness.renaming.mentions import is_identifier
from hat.hsa.synonyms import SYNONYMS

Role = Literal["skill", "tool", "parameter"]
Style = Callable[[str, random.Random], list[str]]
"""Proposes the words of a new name for an old one."""

SEPARATOR: dict[Role, str] = {"skill": "-", "tool": "_", "parameter": "_"}
LONGEST = 40

_ONSETS = (*"bdfghjklmnprstvwyz", "br", "dr", "gl", "kr", "pl", "sk", "tr")
_NUCLEI = (*"aeiou", "ai", "oa")
_CODAS = tuple("bdklmnprstvx")
_NOUNS = (
    *("amber", "anchor", "birch", "bridge", "candle", "canyon", "cedar", "cloud", "copper", "coral", "delta", "ember"),
    *("falcon", "fern", "garden", "glacier", "harbor", "hazel", "island", "ivory", "jasmine", "lantern", "maple"),
    *("meadow", "mirror", "nectar", "ocean", "orchid", "pebble", "pepper", "quartz", "raven", "river", "saddle"),
    *("silver", "spruce", "thunder", "timber", "tulip", "velvet", "walnut", "willow", "winter", "zephyr"),
)


def synonym(old: str, random_: random.Random) -> list[str]:
    """Words of like meaning where there are any: `get_price` -> fetch, cost."""
    parts = split(old)
    if "and" in parts and random_.random() < 0.3:
        first = parts.index("and")
        parts = [*parts[first + 1 :], parts[first], *parts[:first]]
    return [random_.choice(SYNONYMS.get(part, (part,))) for part in parts]


def nonsense(old: str, random_: random.Random) -> list[str]:
    """Words that mean nothing: zorvik, plu."""
    return [_coin(random_) for _ in range(random_.choice((1, 2, 2)) if not is_identifier(old) else 2)]


def unrelated(old: str, random_: random.Random) -> list[str]:
    """Real words that have nothing to do with the matter: amber, canyon."""
    return random_.sample(_NOUNS, 2)


def numbered(old: str, random_: random.Random) -> list[str]:
    """A word and a number: brenta, 7."""
    return [_coin(random_), str(random_.randint(2, 9))]


TRAIN_STYLES: tuple[Style, ...] = (synonym, synonym, nonsense, nonsense, unrelated, numbered)
"""Word-like and nonsense names in equal parts."""


def split(name: str) -> list[str]:
    """The lower-case words of a name in any convention."""
    return [word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+", name)] or [name]


def new_name(old: str, role: Role, style: Style, random_: random.Random, taken: set[str]) -> str:
    """A valid name that is not `taken`, which it joins.

    A name that cannot be plain language gets one that cannot either, so that both can be told from prose.
    """
    for attempt in range(20):
        words = style(old, random_) if attempt < 5 else nonsense(old, random_)
        name = SEPARATOR[role].join(words)[:LONGEST].rstrip("-_")
        if name not in taken and not (is_identifier(old) and not is_identifier(name)):
            break
    else:
        name = f"{name}{SEPARATOR[role]}{len(taken)}"
    taken.add(name)
    return name


def camel_name(old: str, random_: random.Random, taken: set[str]) -> str:
    """The same meaning in camel case with a role word: `get_price` -> fetchCostApi. It joins `taken`."""
    while True:
        first, *rest = synonym(old, random_)
        words = [*rest, random_.choice(("info", "data", "call", "value", "field", "entry"))]
        name = first + "".join(word.capitalize() for word in words)
        if name not in taken:
            taken.add(name)
            return name
        old = f"{old}_{_coin(random_)}"


def _coin(random_: random.Random) -> str:
    """One pronounceable word."""
    syllables = [random_.choice(_ONSETS) + random_.choice(_NUCLEI) for _ in range(random_.choice((1, 2, 2)))]
    return "".join(syllables) + random_.choice(_CODAS)
