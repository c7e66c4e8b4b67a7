"""Numbers that may vary: `8 | 3..12` is the value 8 in the range 3 to 12."""

from __future__ import annotations

import re

from hat.harness.state import Limit

_NUMBER = r"-?\d{1,15}(?:\.\d{1,20})?(?:e[+-]?\d{1,2})?"
_LIMIT = re.compile(rf"\s*(?P<value>{_NUMBER})\s*\|\s*(?P<low>{_NUMBER})\s*\.\.\s*(?P<high>{_NUMBER})\s*")


def parse_limit(text: str) -> Limit | None:
    """The limit that a text states, or None when it is not written `value | low..high`."""
    match = _LIMIT.fullmatch(text)
    return Limit(*(_number(match[part]) for part in ("value", "low", "high"))) if match else None


def format_limit(limit: Limit) -> str:
    """The text that `parse_limit` reads."""
    return f"{limit.value} | {limit.low}..{limit.high}"


def _number(text: str) -> float | int:
    value = float(text)
    return int(value) if value.is_integer() else value
