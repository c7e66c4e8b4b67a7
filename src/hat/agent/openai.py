"""Turns from any OpenAI-compatible endpoint, such as vLLM with its tool-call parser."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
from pydantic import BaseModel, Field, ValidationError

from hat.agent.chat import parse
from hat.agent.client import Prompt
from hat.agent.trajectory import ToolCall, Turn
from hat.errors import BadInput, Fault, InfrastructureError

RETRIED_STATUS = frozenset({408, 409, 429, 500, 502, 503, 504})


class _Function(BaseModel):
    name: str
    arguments: str = "{}"


class _Call(BaseModel):
    function: _Function


class _Message(BaseModel):
    content: str | None = None
    reasoning: str | None = None
    reasoning_content: str | None = None
    tool_calls: list[_Call] | None = None


class _Choice(BaseModel):
    message: _Message


class _Completion(BaseModel):
    choices: list[_Choice] = Field(min_length=1)


class OpenAIClient:
    """A `ModelClient` on `<base_url>/chat/completions`. It reads messages, not tokens: run episodes without a `Chat`.

    `key_variable` names the environment variable with the API key (None: no key). A request that fails for a passing
    reason is tried `retries` more times, after 1, 2, 4... times `backoff` seconds; `timeout` is for each try.
    """

    def __init__(
        self,
        base_url: str,
        model: str,
        key_variable: str | None = None,
        temperature: float = 0.0,
        max_new_tokens: int = 512,
        timeout: float = 60.0,
        retries: int = 2,
        backoff: float = 0.5,
        concurrency: int = 16,
    ) -> None:
        headers = {"Authorization": f"Bearer {_key(key_variable)}"} if key_variable else {}
        self._http = httpx.Client(base_url=base_url, headers=headers, timeout=timeout)
        self._options = {"model": model, "temperature": temperature, "max_tokens": max_new_tokens}
        self._retries, self._backoff, self._concurrency = retries, backoff, concurrency

    def generate(self, prompts: Sequence[Prompt]) -> list[Turn | InfrastructureError]:
        """One turn for each prompt, in order.

        Kinds of errors: `connection`, `timeout`, `http-<status>` and `response` (the body is no chat completion).
        """
        with ThreadPoolExecutor(self._concurrency) as threads:
            return list(threads.map(self._turn, prompts))

    def _turn(self, prompt: Prompt) -> Turn | InfrastructureError:
        body: dict[str, Any] = {**self._options, "messages": prompt.messages}
        if prompt.tools:
            body["tools"] = prompt.tools
        if prompt.stop:
            body["stop"] = prompt.stop
        for attempt in range(self._retries + 1):
            if attempt:
                time.sleep(self._backoff * 2 ** (attempt - 1))
            turn, passing = self._try(body)
            if not passing:
                break
        return turn

    def _try(self, body: Mapping[str, Any]) -> tuple[Turn | InfrastructureError, bool]:
        """A turn or an error, and whether another try may help."""
        try:
            response = self._http.post("chat/completions", json=body)
        except httpx.TimeoutException as error:
            return InfrastructureError("timeout", f"{self._http.base_url}: {type(error).__name__}"), True
        except httpx.TransportError as error:
            return InfrastructureError("connection", f"{self._http.base_url}: {error}"), True
        if response.is_error:
            kind = f"http-{response.status_code}"
            return InfrastructureError(kind, response.text[:500]), response.status_code in RETRIED_STATUS
        try:
            return _read(_Completion.model_validate_json(response.content).choices[0].message), False
        except ValidationError as error:
            return InfrastructureError("response", f"no chat completion: {error}"), True


def _key(variable: str) -> str:
    if variable not in os.environ:
        raise BadInput(Fault(variable, "the environment variable is not set", "Set it to the endpoint's API key"))
    return os.environ[variable]


def _read(message: _Message) -> Turn:
    """The message as a turn; thinking and calls that the server left in the text are read as well."""
    thinking, content, calls = parse(message.content or "")
    thinking = message.reasoning_content or message.reasoning or thinking
    if message.tool_calls:
        calls = tuple(_call(call.function) for call in message.tool_calls)
    return Turn((), (), thinking.strip(), content, calls)


def _call(function: _Function) -> ToolCall:
    try:
        arguments = json.loads(function.arguments or "{}")
    except json.JSONDecodeError as error:
        return ToolCall(function.name, None, f"not JSON: {error.msg}")
    if not isinstance(arguments, dict):
        return ToolCall(function.name, None, '"arguments" is no object')
    return ToolCall(function.name, arguments)
