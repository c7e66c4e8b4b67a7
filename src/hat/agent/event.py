"""What hooks look at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from hat.agent.loaded import loaded_skills
from hat.agent.trajectory import ToolCall, ToolResult
from hat.harness.state import LOAD_SKILL, HarnessState, HookEvent, Skill


@dataclass(frozen=True)
class Event:
    """Something that hooks may object to. `results` are all tool results of the episode before it."""

    name: HookEvent
    state: HarnessState
    request_id: str
    prompt: str
    results: tuple[ToolResult, ...] = ()
    call: ToolCall | None = None
    result: ToolResult | None = None
    reply: str | None = None

    def at(
        self, name: HookEvent, call: ToolCall | None = None, result: ToolResult | None = None, reply: str | None = None
    ) -> Event:
        """The same episode at another event."""
        return replace(self, name=name, call=call, result=result, reply=reply)

    def after(self, results: Sequence[ToolResult]) -> Event:
        """The same episode after more tool results."""
        return replace(self, results=(*self.results, *results))

    @property
    def loaded(self) -> tuple[Skill, ...]:
        """The skills that were loaded, in order."""
        return loaded_skills(self.state, self.results)

    @property
    def facts(self) -> tuple[str, ...]:
        """What tools, `load_skill` aside, answered without fault."""
        return tuple(r.content for r in self.results if r.call.name != LOAD_SKILL and r.fault is None)

    def payload(self) -> dict[str, Any]:
        """What a command hook reads on its standard input."""
        data: dict[str, Any] = {
            "hook_event_name": self.name,
            "session_id": self.request_id,
            "harness": self.state.name,
            "prompt": self.prompt,
        }
        if self.call:
            data |= {"tool_name": self.call.name, "tool_input": self.call.arguments}
        if self.result:
            data |= {"tool_response": self.result.content, "error": self.result.fault}
        if self.reply is not None:
            data["reply"] = self.reply
        return data
