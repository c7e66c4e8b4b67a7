"""Whether two texts say the same in other words, as far as code can tell."""

from __future__ import annotations

import re
from collections import Counter

from hat.harness.compare.change import Risk

_FIRM = re.compile(
    r"""
      (?P<literal> "[^"]+" | `[^`]+` | \{\w+\} | \d+(?:\.\d+)? )         # phrases, names, values, numbers
    | (?P<not> n't\b | \b(?:not|no|never|none|nothing|nor|without|cannot)\b )
    | (?P<only> \b(?:only|unless|except)\b )
    | (?P<order> \b(?:before|after|until)\b )
    | (?P<bound> \bat\ (?:most|least)\b )
    | (?P<modal> \b(?:must|may|can)\b )
    """,
    re.VERBOSE | re.IGNORECASE,
)


def wording_risk(before: str, after: str) -> Risk:
    """`surface` when both texts have the same phrases, names and numbers, and as many negations and modal words."""
    return "surface" if _firm(before) == _firm(after) else "semantic"


def _firm(text: str) -> Counter[str]:
    """How often the text has each phrase, name and number, each bound, and each kind of firm word."""
    kinds = ((match.lastgroup or "", match[0]) for match in _FIRM.finditer(text))
    return Counter(text.lower() if kind == "bound" else text if kind == "literal" else kind for kind, text in kinds)
