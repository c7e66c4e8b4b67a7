"""The parts of a text that no transform may touch, and how to find them."""

from __future__ import annotations

import re
from collections.abc import Callable

CODE = r"```.*?```|`[^`\n]+`"
VERBATIM = r'https?://[^\s)>"]+|<!--.*?-->|"[^"\n]+"|\{\w+\}'
NUMBER = r"(?<![\w.])[$€£¥]?\d[\d.,:/%]*"

_PARTS = re.compile(f"(?P<code>{CODE})|(?P<verbatim>{VERBATIM})", re.DOTALL)
_FACTS = re.compile(f"{CODE}|{VERBATIM}|{NUMBER}", re.DOTALL)
_NEGATION = re.compile(r"\b(?:not|never|no|nothing|none|without|cannot|only|except|unless|\w+n't)\b", re.IGNORECASE)


def facts(text: str) -> list[str]:
    """Quoted phrases, code spans, URLs, placeholders, notes and numbers, in order."""
    return _FACTS.findall(text)


def negations(text: str) -> int:
    """How many words of a text, outside its verbatim parts, deny or restrict something."""
    return len(_NEGATION.findall(_PARTS.sub(" ", text)))


def change(text: str, prose: Callable[[str], str], code: Callable[[str], str] = lambda span: span) -> str:
    """The text with `prose` applied between its verbatim parts and `code` to its code spans."""
    pieces, last = [], 0
    for match in _PARTS.finditer(text):
        pieces.append(prose(text[last : match.start()]))
        pieces.append(code(match[0]) if match["code"] else match[0])
        last = match.end()
    pieces.append(prose(text[last:]))
    return "".join(pieces)
