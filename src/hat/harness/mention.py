"""Mentions: names of skills, tools and parameters inside backticks in text that the model reads."""

from __future__ import annotations

import re

_CODE = re.compile(r"`([^`\n]+)`")
_COMPOUND = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)+")


def mentions(text: str) -> tuple[str, ...]:
    """The code spans of a text, in order."""
    return tuple(_CODE.findall(text))


def must_exist(mention: str) -> bool:
    """Whether a code span is written like a name (`get_price`, `small-talk`), so that it must name something."""
    return _COMPOUND.fullmatch(mention) is not None
