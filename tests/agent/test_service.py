import socket
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from fastapi.testclient import TestClient

from hat.agent.chat import Chat
from hat.agent.client import Prompt
from hat.agent.react import react_answer
from hat.agent.service import Answer, Served, create_app, serve
from hat.agent.trajectory import Turn
from hat.errors import BadInput, InfrastructureError
from hat.harness.digest import digest
from hat.harness.state import HarnessState
from hat.room.tools import ToolServer
from tests.agent.conftest import Script, call

LINES = (call("load_skill", name="price-coupon"), call("get_price", link=3), "<think>\nx\n</think>\n\nHi fam!")


class Slow(Script):
    """Takes a while for each batch, and notes how large it was."""

    def __init__(self, chat: Chat, seconds: float, *lines: str | InfrastructureError) -> None:
        super().__init__(chat, *lines)
        self.seconds = seconds
        self.batches: list[int] = []

    def generate(self, prompts: Sequence[Prompt]) -> list[Turn | InfrastructureError]:
        self.batches.append(len(prompts))
        time.sleep(self.seconds)
        return super().generate(prompts)


def served(state: HarnessState, chat: Chat, client: Script) -> Served:
    return Served(state, "sha256:m", client, chat, ToolServer())


def question(number: int = 0, **more: object) -> dict[str, object]:
    window = [{"viewer": "ann", "text": "how much is link 3"}, {"viewer": "bo", "text": "666"}]
    return {"room": "room-1", "window": window, "request_id": f"r{number}", **more}


def test_a_reply_says_what_made_it(state: HarnessState, chat: Chat) -> None:
    with TestClient(create_app(served(state, chat, Script(chat, *LINES)))) as http:
        health = http.get("/healthz")
        answer = Answer.model_validate(http.post("/v1/reply", json=question(trace=True)).json())
        plain = Answer.model_validate(http.post("/v1/reply", json=question()).json())
    assert health.json() == {"status": "ok", "harness": digest(state), "model": "sha256:m", "mode": "hat"}
    assert (answer.reply, answer.request_id, answer.harness, answer.model) == (
        "Hi fam!",
        "r0",
        digest(state),
        "sha256:m",
    )
    assert answer.trace is not None
    assert [c.name for step in answer.trace for c in step.turn.calls] == ["load_skill", "get_price"]
    assert answer.usage.turns == 3
    assert answer.usage.prompt_tokens > answer.usage.completion_tokens > 0
    assert (plain.reply, plain.trace) == ("Hi fam!", None)


def test_requests_that_are_live_together_share_batches(state: HarnessState, chat: Chat) -> None:
    client = Slow(chat, 0.1, *LINES)
    with TestClient(create_app(served(state, chat, client))) as http, ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda i: http.post("/v1/reply", json=question(i)), range(8)))
    assert {a.status_code for a in answers} == {200}
    assert [a.json()["request_id"] for a in answers] == [f"r{i}" for i in range(8)]
    assert max(client.batches) >= 4
    assert len(client.batches) < 24


def test_the_control_answers_without_skills(state: HarnessState, chat: Chat) -> None:
    control = replace(served(state, chat, Script(chat, react_answer("59 yuan"))), react=True)
    with TestClient(create_app(control)) as http:
        assert http.post("/v1/reply", json=question()).json()["reply"] == "59 yuan"
        assert http.get("/healthz").json()["mode"] == "react"


def test_failures_are_typed_and_the_service_lives_on(state: HarnessState, chat: Chat) -> None:
    lines: list[str | InfrastructureError] = [InfrastructureError("timeout", "endpoint")]
    client = Script(chat, *lines)
    with TestClient(create_app(served(state, chat, client))) as http:
        answer = http.post("/v1/reply", json=question())
        assert (answer.status_code, answer.json()["error"]["type"]) == (503, "timeout")
        client.lines = ()  # generate now raises
        answer = http.post("/v1/reply", json=question())
        assert (answer.status_code, answer.json()["error"]["type"]) == (503, "generation")
        client.lines = LINES
        assert http.post("/v1/reply", json=question()).status_code == 200


def test_a_late_answer_is_given_up(state: HarnessState, chat: Chat) -> None:
    client = Slow(chat, 0.2, *LINES)
    with TestClient(create_app(served(state, chat, client), deadline=0.1)) as http:
        answer = http.post("/v1/reply", json=question())
        assert (answer.status_code, answer.json()["error"]["type"]) == (503, "deadline")
        time.sleep(0.5)
    assert len(client.batches) == 1


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (question(room="nowhere"), 404),
        (question(window=[]), 422),
        (question(window=[{"viewer": "ann"}]), 422),
        ({}, 422),
    ],
)
def test_wrong_questions(state: HarnessState, chat: Chat, body: dict[str, object], status: int) -> None:
    with TestClient(create_app(served(state, chat, Script(chat)))) as http:
        assert http.post("/v1/reply", json=body).status_code == status


def test_a_port_in_use_is_named(state: HarnessState, chat: Chat) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(BadInput, match=f"port {port} is in use"):
            serve(create_app(served(state, chat, Script(chat))), port)


def test_closing_leaves_no_thread(state: HarnessState, chat: Chat) -> None:
    before = threading.active_count()
    for _ in range(3):
        with TestClient(create_app(served(state, chat, Script(chat, *LINES)))) as http:
            http.post("/v1/reply", json=question())
    assert threading.active_count() <= before + 1
