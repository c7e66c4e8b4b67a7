"""JSON as harness files use it: no duplicate keys, finite numbers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from hat.errors import BadInput, Fault
from hat.harness.format.source import Source

MAX_DEPTH = 100
"""How deep lists and objects may nest."""


def parse_json(source: Source) -> dict[str, Any]:
    """The object that a JSON document holds; raises BadInput with line and column where it is no such document."""
    data = parse_value(source)
    if not isinstance(data, dict):
        raise BadInput(Fault(source.file, "is no JSON object", "Write one object between `{` and `}`", "json"))
    return data


def parse_value(source: Source) -> Any:
    """What a JSON document holds; raises BadInput with line and column where it is none."""
    try:
        data = json.loads(source.text, object_pairs_hook=_unique)
        json.dumps(data, ensure_ascii=False, allow_nan=False).encode()
        _check_depth(data)
    except json.JSONDecodeError as error:
        message, remedy = f"broken JSON: {error.msg}", "Correct the JSON at this place"
        raise BadInput(Fault(source.file, message, remedy, "json", error.lineno, error.colno)) from error
    except (ValueError, RecursionError) as error:
        message = f"is not plain JSON: {str(error) or type(error).__name__}"
        raise BadInput(
            Fault(source.file, message, "Write each key once, plain text, finite numbers", "json")
        ) from error
    return data


def _check_depth(value: Any) -> None:
    """Raise ValueError when lists and objects nest deeper than `MAX_DEPTH`."""
    level, depth = [value], 0
    while level:
        level = [inner for outer in level if isinstance(outer, (dict, list)) for inner in _items(outer)]
        depth += 1
        if depth > MAX_DEPTH:
            raise ValueError(f"nested more than {MAX_DEPTH} deep")


def _items(value: dict[str, Any] | list[Any]) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value


def format_json(data: Mapping[str, Any]) -> str:
    """Indented JSON text with keys in the mapping's order."""
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for key, value in pairs:
        if key in data:
            raise ValueError(f"duplicate key {key!r}")
        data[key] = value
    return data
