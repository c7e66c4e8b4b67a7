"""Runs the calls of a turn: `load_skill` here, every other tool on the tool server under its implementation's names."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Protocol

from hat.agent.trajectory import ToolCall, ToolResult
from hat.harness.render import LOAD_SKILL_SPEC, skill_text
from hat.harness.state import LOAD_SKILL, HarnessState


class ToolReply(Protocol):
    """What a tool server answers: `content` for the model, and the kind of fault, or None."""

    @property
    def content(self) -> str:
        """JSON text."""
        ...

    @property
    def fault(self) -> str | None:
        """`timeout`, `malformed`, `denied` or `arguments`; None is success."""
        ...


class ToolServer(Protocol):
    """Serves implementations for rooms."""

    def call(self, implementation: str, room: str, arguments: Mapping[str, Any], request_id: str) -> ToolReply:
        """Run one call. Raises InfrastructureError when the server itself is out of order."""
        ...


def error_result(call: ToolCall, fault: str, message: str) -> ToolResult:
    """A failed call, as the model reads it."""
    return ToolResult(call, json.dumps({"error": message}, ensure_ascii=False), fault)


def parameters_of(state: HarnessState, name: str) -> Mapping[str, Any] | None:
    """JSON Schema of a tool's arguments, `load_skill` included; None when the harness has no such tool."""
    if name == LOAD_SKILL and state.skills:
        schema: Mapping[str, Any] = LOAD_SKILL_SPEC["function"]["parameters"]
        return schema
    tool = state.tool(name)
    return tool.input_schema if tool else None


def execute(state: HarnessState, server: ToolServer, room: str, request_id: str, call: ToolCall) -> ToolResult:
    """The result of one call. Calls that cannot be run fail as `arguments` or `unknown-tool`."""
    if call.arguments is None:
        return error_result(call, "arguments", call.error or "no arguments")
    if call.name == LOAD_SKILL and state.skills:
        skill = state.skill(str(call.arguments.get("name")))
        return ToolResult(call, skill_text(skill)) if skill else error_result(call, "arguments", "unknown skill")
    tool = state.tool(call.name)
    if tool is None:
        return error_result(call, "unknown-tool", "unknown tool")
    arguments = {tool.parameter_names.get(name, name): value for name, value in call.arguments.items()}
    reply = server.call(tool.implementation, room, arguments, request_id)
    return ToolResult(call, reply.content, reply.fault)
