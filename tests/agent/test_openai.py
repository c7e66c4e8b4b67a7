import logging
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from hat.agent.client import Prompt
from hat.agent.endpoint import Endpoint
from hat.agent.loop import episode, run
from hat.agent.openai import OpenAIClient
from hat.agent.trajectory import ToolCall, Turn
from hat.errors import BadInput, InfrastructureError
from hat.harness.state import HarnessState
from hat.room.request import Request
from hat.room.tools import ToolServer
from tests.chat_server import ChatServer, serving


@pytest.fixture
def endpoint() -> Iterator[ChatServer]:
    with serving() as server:
        yield server


def calls(name: str, arguments: str) -> dict[str, Any]:
    return {"content": None, "tool_calls": [{"id": "1", "type": "function", "function": _function(name, arguments)}]}


def _function(name: str, arguments: str) -> dict[str, str]:
    return {"name": name, "arguments": arguments}


def ask(endpoint: ChatServer, state: HarnessState, *replies: tuple[int, Any]) -> Turn | InfrastructureError:
    endpoint.replies = list(replies)
    client = OpenAIClient(Endpoint(endpoint.url, "m", backoff=0.01))
    return client.generate([Prompt("r", state, ({"role": "user", "content": "hi"},), (), stop=("Observation:",))])[0]


def test_an_episode_over_http(
    endpoint: ChatServer, state: HarnessState, request_: Request, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENDPOINT_KEY", "k-1")
    endpoint.replies = [
        (200, calls("load_skill", '{"name": "price-coupon"}') | {"reasoning_content": "want: price"}),
        (200, calls("get_price", '{"link": 3}')),
        (200, {"content": "<think>\nrules\n</think>\n\nHi fam!"}),
    ]
    client = OpenAIClient(Endpoint(endpoint.url, "m", key_variable="ENDPOINT_KEY"))
    trajectory = run([episode(request_, state, ToolServer(), None)], client)[0]
    assert trajectory.reply == "Hi fam!"
    assert [step.turn.thinking for step in trajectory.steps] == ["want: price", "", "rules"]
    assert set(endpoint.keys) == {"Bearer k-1"}
    assert (trajectory.ids, trajectory.prompt_ids) == ((), ())
    assert [m["role"] for m in endpoint.asked[2]["messages"]] == [
        "system",
        "user",
        "assistant",
        "tool",
        "assistant",
        "tool",
    ]
    assert endpoint.asked[0]["tools"][0]["function"]["name"] == "load_skill"


def test_turns_as_servers_write_them(endpoint: ChatServer, state: HarnessState) -> None:
    turn = ask(endpoint, state, (200, {"content": '<tool_call>\n{"name": "a", "arguments": {}}\n</tool_call>'}))
    assert isinstance(turn, Turn)
    assert turn.calls == (ToolCall("a", {}),)
    turn = ask(endpoint, state, (200, calls("a", "{broken")))
    assert isinstance(turn, Turn)
    assert turn.calls[0].arguments is None
    assert endpoint.asked[0]["stop"] == ["Observation:"]
    assert "tools" not in endpoint.asked[0]


@pytest.mark.parametrize("passing", [(503, b"busy"), (429, b"slow down"), (200, b"<html>"), (200, b'{"choices": []}')])
def test_passing_failures_are_tried_again(
    endpoint: ChatServer, state: HarnessState, passing: tuple[int, bytes]
) -> None:
    turn = ask(endpoint, state, passing, passing, (200, {"content": "ok"}))
    assert isinstance(turn, Turn)
    assert (turn.content, len(endpoint.asked)) == ("ok", 3)


@pytest.mark.parametrize(
    ("replies", "kind"),
    [([(500, b"")] * 3, "http-500"), ([(400, b"too long")], "http-400"), ([(200, b"{}")] * 3, "response")],
)
def test_lasting_failures_are_typed(
    endpoint: ChatServer, state: HarnessState, replies: list[tuple[int, bytes]], kind: str
) -> None:
    error = ask(endpoint, state, *replies)
    assert isinstance(error, InfrastructureError)
    assert (error.kind, len(endpoint.asked)) == (kind, len(replies))


def test_an_endpoint_that_is_down_or_silent(state: HarnessState) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/v1"
        slow = OpenAIClient(Endpoint(url, "m", timeout=0.1, retries=0)).generate([Prompt("r", state, (), ())])[0]
    down = OpenAIClient(Endpoint(url, "m", retries=0)).generate([Prompt("r", state, (), ())])[0]
    assert isinstance(slow, InfrastructureError)
    assert isinstance(down, InfrastructureError)
    assert (slow.kind, down.kind) == ("timeout", "connection")


def test_a_body_that_cannot_be_decoded(endpoint: ChatServer, state: HarnessState) -> None:
    endpoint.encoding = "gzip"
    error = ask(endpoint, state, *[(200, b"no gzip")] * 3)
    assert isinstance(error, InfrastructureError)
    assert (error.kind, len(endpoint.asked)) == ("response", 3)


def test_a_key_that_is_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_KEY", raising=False)
    with pytest.raises(BadInput, match="NO_KEY"):
        Endpoint("http://127.0.0.1:1/v1", "m", key_variable="NO_KEY")


@pytest.mark.parametrize("key", ["", " \n", "sk-1\nsk-2", "sk-\u00e9", "sk-\x07"])
def test_a_key_that_no_header_can_hold(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    monkeypatch.setenv("ENDPOINT_KEY", key)
    with pytest.raises(BadInput, match="ENDPOINT_KEY") as caught:
        Endpoint("http://127.0.0.1:1/v1", "m", key_variable="ENDPOINT_KEY")
    assert "sk-" not in str(caught.value)


def test_a_key_from_a_file_with_a_line_break(endpoint: ChatServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENDPOINT_KEY", "sk-1\n")
    endpoint.replies = [(200, {"content": "ok"})]
    Endpoint(endpoint.url, "m", key_variable="ENDPOINT_KEY").complete({})
    assert endpoint.keys == ["Bearer sk-1"]


@pytest.mark.parametrize(
    "reply",
    [(401, b"wrong key: sk-1234567890"), (401, b" " * 495 + b"sk-1234567890"), (200, b'{"choices": "sk-1234567890"}')],
)
def test_nothing_tells_the_key(
    endpoint: ChatServer, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, reply: tuple[int, bytes]
) -> None:
    monkeypatch.setenv("ENDPOINT_KEY", "sk-1234567890")
    caplog.set_level(logging.DEBUG)
    endpoint.replies = [reply]
    url = endpoint.url.replace("http://", "http://ann:sk-1234567890@")
    for asked in (
        Endpoint(url, "m", "ENDPOINT_KEY", retries=0),
        Endpoint("http://ann:sk-1@127.0.0.1:1", "m", retries=0),
    ):
        error = asked.complete({})
        assert isinstance(error, InfrastructureError)
        assert "sk-" not in str(error) + caplog.text


@pytest.mark.parametrize(
    "url",
    [
        "",
        "host:8000",
        "ftp://host",
        "http://",
        "http://[::1",
        "http://a:sk-1@h:x",
        "http://h:70000",
        "http://a..b",
        "http://h/v1?key=sk-1",
        "h\x00",
    ],
)
def test_an_address_that_is_no_url(url: str) -> None:
    with pytest.raises(BadInput, match="http://127") as caught:
        Endpoint(url, "m")
    assert "sk-" not in str(caught.value)
