"""Renaming the properties of a JSON Schema."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

_TEXT = ("title", "description", "$comment")
_IN_PLACE = ("allOf", "anyOf", "oneOf", "if", "then", "else", "not")
_KEYED = ("properties", "dependentRequired", "dependentSchemas")
_SUBSCHEMAS = ("properties", "dependentSchemas", "$defs", "patternProperties")


def rename_schema(schema: Mapping[str, Any], names: Mapping[str, str], text: Callable[[str], str]) -> dict[str, Any]:
    """The schema with its top-level properties renamed and `text` applied to its prose.

    Values that instances are compared with (`enum`, `const`, `default`, `examples`, `pattern`) stay as they are, and so
    do properties of nested objects.
    """
    return {key: _rename(key, value, names, text) for key, value in schema.items()}


def _rename(key: str, value: Any, names: Mapping[str, str], text: Callable[[str], str]) -> Any:
    if key in _TEXT and isinstance(value, str):
        return text(value)
    if key in _IN_PLACE:
        parts = value if isinstance(value, list) else [value]
        renamed = [_subschema(part, names, text) for part in parts]
        return renamed if isinstance(value, list) else renamed[0]
    if key == "required":
        return [names.get(name, name) for name in value]
    if key in _KEYED:
        value = {names.get(name, name): item for name, item in value.items()}
    if key == "dependentRequired":
        return {name: [names.get(other, other) for other in others] for name, others in value.items()}
    if key in _SUBSCHEMAS:
        inner = names if key == "dependentSchemas" else {}
        return {name: _subschema(part, inner, text) for name, part in value.items()}
    return _subschema(value, {}, text) if key == "items" else value


def _subschema(value: Any, names: Mapping[str, str], text: Callable[[str], str]) -> Any:
    """A schema may also be plain `true` or `false`."""
    return rename_schema(value, names, text) if isinstance(value, Mapping) else value
