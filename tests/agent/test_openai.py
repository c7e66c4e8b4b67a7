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


def test_a_key_that_is_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_KEY", raising=False)
    with pytest.raises(BadInput, match="NO_KEY"):
        Endpoint("http://127.0.0.1:1/v1", "m", key_variable="NO_KEY")
