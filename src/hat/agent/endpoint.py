"""Any OpenAI-compatible chat endpoint, such as vLLM."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from typing import Any

import httpx
from pydantic import BaseModel, Field, ValidationError

from hat.errors import BadInput, Fault, InfrastructureError

RETRIED_STATUS = frozenset({408, 409, 429, 500, 502, 503, 504})


class Function(BaseModel):
    """The function that a tool call names, and its arguments as the model wrote them."""

    name: str
    arguments: str = "{}"


class Call(BaseModel):
    """A tool call that the server has parsed."""

    function: Function


class Message(BaseModel):
    """What the model said."""

    content: str | None = None
    reasoning: str | None = None
    reasoning_content: str | None = None
    tool_calls: list[Call] | None = None


class _Choice(BaseModel):
    message: Message


class _Completion(BaseModel):
    choices: list[_Choice] = Field(min_length=1)


class Endpoint:
    """`<base_url>/chat/completions` with one model.

    `key_variable` names the environment variable with the API key (None: no key). A request that fails for a passing
    reason is tried `retries` more times, after 1, 2, 4... times `backoff` seconds; `timeout` is for each try.
    """

    def __init__(
        self,
        base_url: str,
        model: str,
        key_variable: str | None = None,
        timeout: float = 60.0,
        retries: int = 2,
        backoff: float = 0.5,
    ) -> None:
        headers = {"Authorization": f"Bearer {_key(key_variable)}"} if key_variable else {}
        self._http = httpx.Client(base_url=base_url, headers=headers, timeout=timeout)
        self._retries, self._backoff = retries, backoff
        self.model = model

    def complete(self, body: Mapping[str, Any]) -> Message | InfrastructureError:
        """What the model says to a request's body (without `model`).

        Kinds of errors: `connection`, `timeout`, `http-<status>` and `response` (the body is no chat completion).
        """
        for attempt in range(self._retries + 1):
            if attempt:
                time.sleep(self._backoff * 2 ** (attempt - 1))
            message, passing = self._try({"model": self.model, **body})
            if not passing:
                break
        return message

    def _try(self, body: Mapping[str, Any]) -> tuple[Message | InfrastructureError, bool]:
        """A message or an error, and whether another try may help."""
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
            return _Completion.model_validate_json(response.content).choices[0].message, False
        except ValidationError as error:
            return InfrastructureError("response", f"no chat completion: {error}"), True


def _key(variable: str) -> str:
    if variable not in os.environ:
        raise BadInput(Fault(variable, "the environment variable is not set", "Set it to the endpoint's API key"))
    return os.environ[variable]
