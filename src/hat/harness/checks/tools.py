"""Tools: described, served by an implementation, with valid JSON Schemas (2020-12)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hat.harness.checks.flaw import Flaw, tool_file
from hat.harness.checks.schema import schema_problems
from hat.harness.format.tool import IMPLEMENTATION, PARAMETERS
from hat.harness.state import HarnessState, Tool


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
    for way, message, remedy in schema_problems(schema):
        location = (field, *way)
        yield Flaw(file, "schema", f"`{'.'.join(map(str, location))}` {message}", remedy, location=location)


def _parameters(file: str, tool: Tool) -> Iterator[Flaw]:
    parameters = tool.parameters
    remedy = f"Write a parameter of the tool: {', '.join(parameters) or 'it has none'}"
    for name in tool.parameter_names:
        if name not in parameters:
            message = f"`{PARAMETERS}` names `{name}`, which `inputSchema` has not"
            yield Flaw(file, "parameter-names", message, remedy, location=("_meta", PARAMETERS, name))
