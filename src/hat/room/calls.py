"""Calls in one spelling, whatever a variant calls tools and parameters: what was made can be compared with needs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from hat.agent.trajectory import ToolCall
from hat.harness.state import HarnessState
from hat.room.request import Need


def spell_need(need: Need) -> str:
    """The call that a need asks for."""
    return _spell(need.implementation, need.arguments)


def spell_call(state: HarnessState, call: ToolCall) -> str:
    """A call that was made, in the words of its implementation; what is no valid call gets a spelling of its own."""
    tool = state.tool(call.name)
    if tool is None or call.arguments is None:
        return f"{call.name}({call.error or dict(call.arguments or {})})"
    return _spell(tool.implementation, {tool.parameter_names.get(k, k): v for k, v in call.arguments.items()})


def _spell(implementation: str, arguments: Mapping[str, Any]) -> str:
    return f"{implementation}({json.dumps(dict(arguments), sort_keys=True)})"
