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


def rename_mentions(text: str, names: dict[str, str]) -> str:
    """The text with each code span that is a key of `names` replaced by its new name."""
    return _CODE.sub(lambda m: f"`{names.get(m[1], m[1])}`", text)
