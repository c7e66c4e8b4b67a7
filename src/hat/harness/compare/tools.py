"""Changes of one tool."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from hat.harness.compare.change import Change, Risk, changed, entries
from hat.harness.compare.wording import wording_risk
from hat.harness.state import Tool

_NOTES = ("title", "description", "examples", "$comment")
"""JSON Schema keywords that explain and do not constrain."""


def compare_tools(name: str, before: Tool, after: Tool) -> Iterator[Change]:
    """Changes from one state of a tool to another; parameters are matched by the implementation's own names."""
    risk = wording_risk(before.description, after.description)
    yield from changed("tool", name, "description", before.description, after.description, risk)
    yield from changed("tool", name, "implementation", before.implementation, after.implementation, "semantic")
    yield from entries("parameter", _parameters(before), _parameters(after), _compare_parameters, f"{name}: ")
    yield from _compare_frames(name, _frame(before), _frame(after))
    yield from changed("tool", name, "output schema", before.output_schema, after.output_schema, "semantic")
    yield from changed("tool", name, "annotations", before.annotations, after.annotations, "surface")
    yield from changed("tool", name, "other fields", before.extra, after.extra, "surface")


def _compare_parameters(name: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Change]:
    old, new = json.dumps(before), json.dumps(after)
    risk: Risk = "surface" if _constraints(before) == _constraints(after) else "semantic"
    yield from changed("parameter", name, "schema", old, new, risk)


def _shown(tool: Tool) -> dict[str, str]:
    """The implementation's parameter names to those that the model reads."""
    return {tool.parameter_names.get(name, name): name for name in tool.parameters}


def _parameters(tool: Tool) -> dict[str, Any]:
    """The schema of each parameter, by the implementation's own name."""
    return {own: tool.input_schema["properties"][name] for own, name in _shown(tool).items()}


def _frame(tool: Tool) -> dict[str, Any]:
    """The input schema around the parameters, required ones by the implementation's own names."""
    required = [tool.parameter_names.get(name, name) for name in tool.input_schema.get("required", ())]
    return {**tool.input_schema, "properties": None, "required": required}


def _compare_frames(name: str, before: dict[str, Any], after: dict[str, Any]) -> Iterator[Change]:
    old, new = ({**frame, "required": sorted(frame["required"])} for frame in (before, after))
    risk: Risk = "surface" if _constraints(old) == _constraints(new) else "semantic"
    yield from changed("tool", name, "input schema", json.dumps(before), json.dumps(after), risk)


def _constraints(schema: Any) -> Any:
    if isinstance(schema, Mapping):
        return {key: _constraints(value) for key, value in schema.items() if key not in _NOTES}
    return [_constraints(value) for value in schema] if isinstance(schema, list) else schema
