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
        self._key = _key(key_variable) if key_variable else None
        headers = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        url = _url(base_url)
        login = (url.username, url.password) if url.userinfo else None
        url = url.copy_with(userinfo=b"", fragment=None)
        self._http = httpx.Client(base_url=url, auth=login, headers=headers, timeout=timeout)
        self._retries, self._backoff = retries, backoff
        self.model = model
        self.url = str(url).rstrip("/")
        """The base URL, without the password that it may hold."""

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
            return self._error("timeout", f"{self.url}: {type(error).__name__}"), True
        except httpx.TransportError as error:
            return self._error("connection", f"{self.url}: {error}"), True
        except httpx.RequestError as error:
            return self._error("response", f"{self.url}: {error}"), True
        if response.is_error:
            kind = f"http-{response.status_code}"
            return self._error(kind, response.text), response.status_code in RETRIED_STATUS
        try:
            return _Completion.model_validate_json(response.content).choices[0].message, False
        except ValidationError as error:
            first = error.errors(include_input=False)[0]
            return self._error("response", f"no chat completion: {first['msg']} {list(first['loc'])}"), True

    def _error(self, kind: str, message: str) -> InfrastructureError:
        """An error that does not tell the key, even where the server does."""
        return InfrastructureError(kind, (message.replace(self._key, "...") if self._key else message)[:500])


def _key(variable: str) -> str:
    remedy = "Set it to the endpoint's API key"
    if variable not in os.environ:
        raise BadInput(Fault(variable, "the environment variable is not set", remedy))
    key = os.environ[variable].strip()
    if not key or not key.isascii() or not key.isprintable():
        raise BadInput(Fault(variable, "the environment variable holds no printable ASCII text", remedy))
    return key


def _url(base_url: str) -> httpx.URL:
    try:
        url = httpx.URL(base_url)
        url.raw_host.decode().encode("idna")
    except (httpx.InvalidURL, UnicodeError):
        url = httpx.URL()
    if url.scheme in ("http", "https") and url.host and (url.port or 1) < 2**16 and not url.query:
        return url
    shown = base_url.rpartition("@")[2].partition("?")[0]
    remedy = "Write the base URL of the endpoint, such as http://127.0.0.1:8000/v1"
    raise BadInput(Fault("endpoint", f"{shown!r} is no plain http or https URL", remedy))
