"""Matchers of hooks: regular expressions on whole tool names, by RE2, which no expression can make slow."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import re2

MAX_LENGTH = 2000
"""Characters that a matcher may have."""

NOTHING = r"[^\s\S]"
"""Matches no name."""

_QUIET = re2.Options()
_QUIET.log_errors = False


@lru_cache(4096)
def matches(matcher: str, tool: str) -> bool:
    """Whether a matcher matches a tool's name; an empty one and `*` match all. Raises ValueError for no matcher."""
    return matcher in ("", "*") or _compiled(matcher).fullmatch(tool) is not None


def problem(matcher: str) -> str | None:
    """What is wrong with a matcher; None when nothing is."""
    try:
        matches(matcher, "")
    except ValueError as error:
        return str(error)
    return None


@lru_cache(4096)
def _compiled(matcher: str) -> Any:
    if len(matcher) > MAX_LENGTH:
        raise ValueError(f"it has {len(matcher)} characters, at most {MAX_LENGTH} are read")
    try:
        return re2.compile(matcher, _QUIET)
    except re2.error as error:
        said = error.args[0]
        raise ValueError(said.decode() if isinstance(said, bytes) else str(said)) from None
