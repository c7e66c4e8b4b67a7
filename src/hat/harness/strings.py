"""The strings within a value: what a person wrote into a harness, wherever it stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import is_dataclass
from typing import Any


def strings(value: Any) -> list[str]:
    """Every string within a value, keys included, in no order."""
    found: list[str] = []
    pending = [value]
    while pending:
        part = pending.pop()
        kind = type(part)
        if kind is str:
            found.append(part)
        elif kind in (tuple, list):
            pending += part
        elif is_dataclass(kind):
            pending += [getattr(part, name) for name in kind.__dataclass_fields__]
        elif isinstance(part, Mapping):
            found += part
            pending += part.values()
    return found
