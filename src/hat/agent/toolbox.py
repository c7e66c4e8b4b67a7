"""Runs the calls of a turn: `load_skill` here, every other tool on the tool server under its implementation's names."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any, Protocol

from hat.agent.trajectory import ToolCall, ToolResult
from hat.harness.render import LOAD_SKILL_SPEC, skill_text
from hat.harness.state import LOAD_SKILL, HarnessState


class ToolReply(Protocol):
    """What a tool server answers."""

    @property
    def content(self) -> str:
        """Text for the model; JSON unless the fault is `malformed`."""
        ...

    @property
    def fault(self) -> str | None:
        """`timeout`, `malformed`, `denied`, `arguments` or `unknown-tool`; None is success."""
        ...

    @property
    def seconds(self) -> float:
        """Simulated latency, on top of the time that the call really took."""
        ...


class ToolServer(Protocol):
    """Serves implementations for rooms."""

    def call(
        self, implementation: str, room: str, arguments: Mapping[str, Any], request_id: str, attempt: int
    ) -> ToolReply:
        """Run one call; `attempt` counts earlier calls of the implementation for this request.

        Raises InfrastructureError when the server itself is out of order.
        """
        ...


class Toolbox:
    """The tools of one episode. `waited` is the simulated latency so far, in seconds."""

    def __init__(self, state: HarnessState, server: ToolServer, room: str, request_id: str) -> None:
        self.state, self.server, self.room, self.request_id = state, server, room, request_id
        self.waited = 0.0
        self._attempts: Counter[str] = Counter()

    def run(self, call: ToolCall) -> ToolResult:
        """The result of one call. Calls that cannot be run fail as `arguments` or `unknown-tool`."""
        if call.arguments is None:
            return error_result(call, "arguments", call.error or "no arguments")
        if call.name == LOAD_SKILL and self.state.skills:
            skill = self.state.skill(str(call.arguments.get("name")))
            return ToolResult(call, skill_text(skill)) if skill else error_result(call, "arguments", "unknown skill")
        tool = self.state.tool(call.name)
        if tool is None:
            return error_result(call, "unknown-tool", "unknown tool")
        arguments = {tool.parameter_names.get(name, name): value for name, value in call.arguments.items()}
        attempt = self._attempts[tool.implementation]
        self._attempts[tool.implementation] += 1
        reply = self.server.call(tool.implementation, self.room, arguments, self.request_id, attempt)
        patience = float(self.state.limit("tool_timeout_s"))
        self.waited += min(reply.seconds, patience)
        if reply.seconds > patience:
            return error_result(call, "timeout", "timeout")
        return ToolResult(call, reply.content, reply.fault)


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
