"""What a text claims: its figures, and the words for materials, origins and order states."""

from __future__ import annotations

import re

from hat.room.catalogue import MATERIALS, ORDER_STATES, ORIGINS

_UNITS = r"yuan off|yuan|rmb|%|percent|left|pieces?|hours?|days?|weeks?|months?|years?"
_FIGURE = re.compile(
    rf"(?P<sign>[¥￥]\s?)?(?<![\w.,])(?P<number>\d+(?:[.,]\d+)*)(?:\s?(?P<unit>{_UNITS})(?!\w))?", re.I
)
_WORDS = re.compile(rf"\b(?:{'|'.join(map(re.escape, (*MATERIALS, *ORIGINS, *ORDER_STATES)))})\b", re.I)
_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+")


def claims(text: str) -> frozenset[str]:
    """The claims in one spelling, e.g. `59 yuan`, `7 day`, `cotton`. Figures without unit are `bare_numbers`."""
    figures = ((m["number"], "yuan" if m["sign"] else m["unit"]) for m in _FIGURE.finditer(text))
    with_unit = {f"{number} {unit.lower().removesuffix('s')}" for number, unit in figures if unit}
    return frozenset(with_unit | {m[0].lower() for m in _WORDS.finditer(text)})


def numbers(text: str) -> frozenset[str]:
    """All figures, without their units."""
    return frozenset(m["number"] for m in _FIGURE.finditer(text))


def bare_numbers(text: str) -> frozenset[str]:
    """The figures that have no unit."""
    return frozenset(m["number"] for m in _FIGURE.finditer(text) if not m["unit"] and not m["sign"])


def sentences(text: str) -> list[str]:
    """The sentences of a text."""
    return _SENTENCE_END.split(text)
