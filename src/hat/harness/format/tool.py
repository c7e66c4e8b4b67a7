"""`tools/<name>.json`: an MCP Tool object; `_meta` names the implementation that serves it and any renamed parameters.

Source: Model Context Protocol, `Tool` (schema 2025-06-18).
"""

from __future__ import annotations

from typing import Any

from pydantic import Field

from hat.harness.format.fields import Fields, read_fields
from hat.harness.format.json_text import format_json, parse_json
from hat.harness.format.source import Location, Source
from hat.harness.state import Tool

IMPLEMENTATION = "hat/implementation"
PARAMETERS = "hat/parameters"


class _Meta(Fields):
    implementation: str = Field(
        default="", alias="hat/implementation", description=f'Write `"{IMPLEMENTATION}": "price"` inside `_meta`'
    )
    parameters: dict[str, str] = Field(
        default={},
        alias="hat/parameters",
        description='Write `{"name in inputSchema": "the implementation\'s own name"}`',
    )


class _Tool(Fields):
    name: str = Field(description="Write the tool's name as in the file name `<name>.json`")
    description: str = Field(description='Write what the tool tells: `"description": "What ...: two or three words"`')
    input_schema: dict[str, Any] = Field(
        alias="inputSchema", description='Write a JSON Schema: `"inputSchema": {"type": "object", "properties": {}}`'
    )
    output_schema: dict[str, Any] | None = Field(
        default=None, alias="outputSchema", description="Write a JSON Schema object or leave it out"
    )
    annotations: dict[str, Any] | None = Field(default=None, description="Write an object or leave it out")
    meta: _Meta = Field(
        default=_Meta.model_validate({}),
        alias="_meta",
        description=f'Write `"_meta": {{"{IMPLEMENTATION}": "price"}}`',
    )


def parse_tool(source: Source) -> Tool:
    """The tool that a file holds; raises BadInput with every fault found."""
    return read_tool(parse_json(source), source)


def read_tool(data: Any, source: Source, at: Location = ()) -> Tool:
    """The tool that stands `at` a place of a document; raises BadInput with every fault found."""
    fields = read_fields(_Tool, data, source, at)
    meta = {"_meta": fields.meta.rest} if fields.meta.rest else {}
    return Tool(
        name=fields.name,
        description=" ".join(fields.description.split()),
        input_schema=fields.input_schema,
        implementation=fields.meta.implementation,
        output_schema=fields.output_schema,
        annotations=fields.annotations,
        parameter_names=fields.meta.parameters,
        extra={**fields.rest, **meta},
    )


def format_tool(tool: Tool) -> str:
    """The file of a tool."""
    extra = dict(tool.extra)
    meta = {IMPLEMENTATION: tool.implementation, **extra.pop("_meta", {})}
    if tool.parameter_names:
        meta[PARAMETERS] = dict(tool.parameter_names)
    data: dict[str, Any] = {"name": tool.name, "description": tool.description, "inputSchema": tool.input_schema}
    if tool.output_schema is not None:
        data["outputSchema"] = tool.output_schema
    if tool.annotations is not None:
        data["annotations"] = tool.annotations
    return format_json({**data, **extra, "_meta": meta})
