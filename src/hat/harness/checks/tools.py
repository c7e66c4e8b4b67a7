"""Tools: described, served by an implementation, with valid JSON Schemas (2020-12)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import jsonschema_rs
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from hat.harness.checks.flaw import Flaw, tool_file
from hat.harness.format.tool import IMPLEMENTATION, PARAMETERS
from hat.harness.state import HarnessState, Tool

_META_SCHEMA = Draft202012Validator(Draft202012Validator.META_SCHEMA)
_QUICK = jsonschema_rs.Draft202012Validator(Draft202012Validator.META_SCHEMA)
"""Tells a thousand times faster that nothing is wrong; the other one tells what is."""


def check_tools(state: HarnessState) -> Iterator[Flaw]:
    """Descriptions, schemas and implementations of all tools."""
    for tool in state.tools:
        file = tool_file(tool.name)
        if not tool.description.strip():
            remedy = 'Write what the tool tells: `"description": "What ...: short title"`'
            yield Flaw(file, "description", "the description is empty", remedy, location=("description",))
        if not tool.implementation.strip():
            remedy = f'Write `"_meta": {{"{IMPLEMENTATION}": "price"}}` with the name that the tool server knows'
            yield Flaw(file, "implementation", "nothing serves this tool", remedy, location=("_meta",))
        if tool.input_schema.get("type") != "object":
            message = "`inputSchema` is not of type object"
            yield Flaw(file, "schema", message, 'Write `"type": "object"` in it', location=("inputSchema", "type"))
        yield from _schema(file, "inputSchema", tool.input_schema)
        if tool.output_schema is not None:
            yield from _schema(file, "outputSchema", tool.output_schema)
        yield from _parameters(file, tool)


def _schema(file: str, field: str, schema: Mapping[str, Any]) -> Iterator[Flaw]:
    if _QUICK.is_valid(schema):
        return
    for error in _META_SCHEMA.iter_errors(schema):
        location = (field, *error.absolute_path)
        message = f"`{'.'.join(map(str, location))}` is no valid JSON Schema: {error.message[:200]}"
        yield Flaw(file, "schema", message, _expected(error), location=location)


def _expected(error: ValidationError) -> str:
    if error.validator == "enum":
        return f"Write one of {error.validator_value}"
    if error.validator == "type":
        return f"Write a value of type {error.validator_value}"
    return f"See the JSON Schema keyword `{error.validator}`"


def _parameters(file: str, tool: Tool) -> Iterator[Flaw]:
    for name in tool.parameter_names:
        if name not in tool.parameters:
            message = f"`{PARAMETERS}` names `{name}`, which `inputSchema` has not"
            remedy = f"Write a parameter of the tool: {', '.join(tool.parameters) or 'it has none'}"
            yield Flaw(file, "parameter-names", message, remedy, location=("_meta", PARAMETERS, name))
