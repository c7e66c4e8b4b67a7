"""What an episode has said so far: tokens and messages in parallel, only ever appended to."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from hat.agent.chat import Chat
from hat.agent.client import Prompt
from hat.agent.trajectory import Segment, Step, ToolResult, Trajectory, Turn
from hat.harness.digest import digest
from hat.harness.state import HarnessState


class Transcript:
    """Grows by turns and by what answers them. Without a `chat` it keeps messages only; its token fields stay empty."""

    def __init__(
        self,
        request_id: str,
        state: HarnessState,
        system: str,
        user: str,
        tools: Sequence[dict[str, Any]],
        chat: Chat | None,
        stop: tuple[str, ...] = (),
    ) -> None:
        self.request_id, self.state, self.system, self.user = request_id, state, system, user
        self.tools, self.chat, self.stop = tuple(tools), chat, stop
        self.messages: list[dict[str, Any]] = [
            {"role": "system", "content": system},
            {"role": "user", "content": user},
        ]
        self.steps: list[Step] = []
        self.prompt_ids = chat.first(self.messages, self.tools) if chat else []
        self.ids: list[int] = []
        self.trained: list[bool] = []
        self.segments: list[Segment | None] = []
        self.logprobs: list[float] = []

    def prompt(self) -> Prompt:
        """What the model is asked next."""
        return Prompt(
            request_id=self.request_id,
            state=self.state,
            messages=tuple(self.messages),
            tools=self.tools,
            ids=(*self.prompt_ids, *self.ids),
            steps=tuple(self.steps),
            stop=self.stop,
        )

    def add_turn(self, turn: Turn, text: str | None = None) -> None:
        """Append an assistant message; one that was cut off is closed by an end-of-turn token that is not trained.

        `text` is the whole message where the format writes thinking and calls as plain text.
        """
        message: dict[str, Any] = {"role": "assistant", "content": turn.content if text is None else text}
        if turn.thinking and text is None:
            message["reasoning_content"] = turn.thinking
        if turn.calls and text is None:
            message["tool_calls"] = [
                {
                    "id": self._call_id(i),
                    "type": "function",
                    "function": {"name": call.name, "arguments": json.dumps(dict(call.arguments or {}))},
                }
                for i, call in enumerate(turn.calls)
            ]
        self.messages.append(message)
        if self.chat:
            self._append(turn.ids, turn.segment, turn.logprobs)
            if turn.ids[-1:] != (self.chat.end,):
                self._append([self.chat.end])

    def add_results(self, results: Sequence[ToolResult]) -> None:
        """Append the results of the last turn's calls."""
        for i, result in enumerate(results):
            self.messages.append({"role": "tool", "tool_call_id": self._call_id(i), "content": result.content})
        if self.chat:
            self._append(self.chat.tool_results([result.content for result in results]))

    def add_user(self, text: str) -> None:
        """Append what the user, or a hook in the user's place, says."""
        self.messages.append({"role": "user", "content": text})
        if self.chat:
            self._append(self.chat.user(text))

    def trajectory(self, reply: str | None, seconds: float, infrastructure: str | None) -> Trajectory:
        """The record of the finished episode."""
        return Trajectory(
            request_id=self.request_id,
            harness=digest(self.state),
            system=self.system,
            user=self.user,
            steps=tuple(self.steps),
            prompt_ids=tuple(self.prompt_ids),
            ids=tuple(self.ids),
            trained=tuple(self.trained),
            segments=tuple(self.segments),
            logprobs=tuple(self.logprobs),
            reply=reply,
            seconds=seconds,
            infrastructure=infrastructure,
        )

    def _call_id(self, index: int) -> str:
        return f"call_{len(self.steps)}_{index}"

    def _append(self, ids: Sequence[int], segment: Segment | None = None, logprobs: Sequence[float] = ()) -> None:
        self.ids += ids
        self.trained += [segment is not None] * len(ids)
        self.segments += [segment] * len(ids)
        self.logprobs += logprobs or [0.0] * len(ids)
