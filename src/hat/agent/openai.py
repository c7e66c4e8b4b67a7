"""Turns from any OpenAI-compatible endpoint, such as vLLM with its tool-call parser."""

from __future__ import annotations

import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from hat.agent.chat import parse
from hat.agent.client import Prompt
from hat.agent.endpoint import Endpoint, Function, Message
from hat.agent.trajectory import ToolCall, Turn
from hat.errors import InfrastructureError


class OpenAIClient:
    """A `ModelClient` on an endpoint. It reads messages, not tokens: run episodes without a `Chat`."""

    def __init__(
        self, endpoint: Endpoint, temperature: float = 0.0, max_new_tokens: int = 512, concurrency: int = 16
    ) -> None:
        self._endpoint, self._concurrency = endpoint, concurrency
        self._options = {"temperature": temperature, "max_tokens": max_new_tokens}

    def generate(self, prompts: Sequence[Prompt]) -> list[Turn | InfrastructureError]:
        """One turn for each prompt, in order; the endpoint's error where there is none."""
        with ThreadPoolExecutor(self._concurrency) as threads:
            return list(threads.map(self._turn, prompts))

    def _turn(self, prompt: Prompt) -> Turn | InfrastructureError:
        body: dict[str, Any] = {**self._options, "messages": prompt.messages}
        if prompt.tools:
            body["tools"] = prompt.tools
        if prompt.stop:
            body["stop"] = prompt.stop
        message = self._endpoint.complete(body)
        return message if isinstance(message, InfrastructureError) else _read(message)


def _read(message: Message) -> Turn:
    """The message as a turn; thinking and calls that the server left in the text are read as well."""
    thinking, content, calls = parse(message.content or "")
    thinking = message.reasoning_content or message.reasoning or thinking
    if message.tool_calls:
        calls = tuple(_call(call.function) for call in message.tool_calls)
    return Turn((), (), thinking.strip(), content, calls)


def _call(function: Function) -> ToolCall:
    try:
        arguments = json.loads(function.arguments or "{}")
    except json.JSONDecodeError as error:
        return ToolCall(function.name, None, f"not JSON: {error.msg}")
    if not isinstance(arguments, dict):
        return ToolCall(function.name, None, '"arguments" is no object')
    return ToolCall(function.name, arguments)
