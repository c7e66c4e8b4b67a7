"""What the agent loop records: turns, tool results, hook outcomes, and the exact tokens that were sampled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

Segment = Literal["tool", "reply"]


@dataclass(frozen=True)
class ToolCall:
    """A call as the model wrote it. `arguments` is None, and `error` says why, when the text was no valid call."""

    name: str
    arguments: Mapping[str, Any] | None
    error: str | None = None


@dataclass(frozen=True)
class Turn:
    """One assistant message: the sampled `ids` (end-of-turn token included) and what they say.

    `logprobs` are the sampler's, one for each id; empty where a server does not give them.
    """

    ids: tuple[int, ...]
    logprobs: tuple[float, ...]
    thinking: str
    content: str
    calls: tuple[ToolCall, ...]

    @property
    def segment(self) -> Segment:
        """`tool` when the turn calls tools, else `reply`."""
        return "tool" if self.calls else "reply"


@dataclass(frozen=True)
class ToolResult:
    """What a call returned. `fault`: `timeout`, `malformed`, `denied`, `arguments`, `unknown-tool`; None: success."""

    call: ToolCall
    content: str
    fault: str | None = None


@dataclass(frozen=True)
class HookOutcome:
    """What a hook decided: `allow`, `block` (the model reads `message`) or `failed` (recorded, changes nothing)."""

    event: str
    hook: str
    decision: Literal["allow", "block", "failed"]
    message: str = ""


@dataclass(frozen=True)
class Step:
    """A turn and what followed it: tool results, or the message of a hook that blocked it."""

    turn: Turn
    results: tuple[ToolResult, ...] = ()
    feedback: str | None = None
    hooks: tuple[HookOutcome, ...] = ()


@dataclass(frozen=True)
class Trajectory:
    """One request answered under one harness state.

    `ids`, `trained` and `segments` run in parallel over everything after the first prompt (`prompt_ids`): `trained`
    is True for sampled tokens. `reply` is what the viewer gets; None when no reply was made within the limits.
    `infrastructure` is the kind of an infrastructure failure: such a trajectory has no score.
    """

    request_id: str
    harness: str
    system: str
    user: str
    steps: tuple[Step, ...]
    prompt_ids: tuple[int, ...]
    ids: tuple[int, ...]
    trained: tuple[bool, ...]
    segments: tuple[Segment | None, ...]
    logprobs: tuple[float, ...]
    reply: str | None
    seconds: float
    infrastructure: str | None = None

    @property
    def calls(self) -> tuple[ToolCall, ...]:
        """All calls, in order."""
        return tuple(call for step in self.steps for call in step.turn.calls)

    @property
    def results(self) -> tuple[ToolResult, ...]:
        """All tool results, in order."""
        return tuple(result for step in self.steps for result in step.results)
