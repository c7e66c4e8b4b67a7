"""Whether two texts say the same in other words, as far as code can tell."""

from __future__ import annotations

import re
from collections import Counter

from hat.harness.compare.change import Risk

_FIRM = re.compile(
    r"""
    "[^"]+" | `[^`]+`                   # phrases and names
    | \{\w+\} | \d+(?:\.\d+)?           # values and numbers
    | \b(?:not|no|never|none|nothing|nor|without|only|unless|except|until|before|after|at\ most|at\ least
        |must|may|can|cannot|always|first|last|all|each|every|any)\b | n't\b
    """,
    re.VERBOSE | re.IGNORECASE,
)


def wording_risk(before: str, after: str) -> Risk:
    """`surface` when both texts have the same phrases, names, numbers, negations and modal words; else `semantic`."""
    return "surface" if _firm(before) == _firm(after) else "semantic"


def _firm(text: str) -> Counter[str]:
    return Counter(word if word[0] in '"`{' else word.lower() for word in _FIRM.findall(text))
