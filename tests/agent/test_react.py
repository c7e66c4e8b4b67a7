import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hat.agent.chat import Chat
from hat.agent.loop import run
from hat.agent.react import react_action, react_answer, react_episode, react_system, read_react
from hat.agent.trajectory import ToolCall, Turn
from hat.errors import InfrastructureError
from hat.harness.state import HarnessState
from hat.room.request import Request
from hat.room.tools import ToolServer
from tests.agent.conftest import Script


def said(text: str) -> Turn:
    return Turn((), (), "", text, ())


WORDS = st.text(st.sampled_from("abc xyz.,!?0189"), min_size=1, max_size=30).map(str.strip).filter(bool)
VALUES = st.one_of(st.integers(), st.text(max_size=10).filter(lambda text: "Observation:" not in text))


@given(thought=WORDS, name=st.from_regex(r"[a-z_]{1,12}", fullmatch=True), values=st.dictionaries(WORDS, VALUES))
def test_what_is_written_as_action_is_read_as_action(thought: str, name: str, values: dict[str, object]) -> None:
    turn = read_react(said(react_action(thought, ToolCall(name, values))))
    assert (turn.thinking, turn.content, turn.calls) == (thought, "", (ToolCall(name, values),))


@given(reply=WORDS)
def test_what_is_written_as_answer_is_read_as_answer(reply: str) -> None:
    turn = read_react(said(react_answer(reply)))
    assert (turn.thinking, turn.content, turn.calls) == ("done", reply, ())


@pytest.mark.parametrize(
    "text",
    [
        'Action: get_price\nAction Input: {"link": 3}',
        'thought: x\naction: get_price\naction input: {"link": 3}\nObservation: made up\nFinal Answer: free',
        'Action: `get_price`\nAction Input: ```json\n{"link": 3}\n```',
        'Action: get_price({"link": 3})',
        'Thought: x\nAction: "get_price"\n\nActionInput: {"link": 3} and so on',
    ],
)
def test_actions_are_read_with_tolerance(text: str) -> None:
    assert read_react(said(text)).calls == (ToolCall("get_price", {"link": 3}),)


def test_texts_that_are_no_action() -> None:
    assert read_react(said("Hi there")).content == "Hi there"
    assert read_react(said("Final Answer: Hi\nAction: x")).calls == ()
    assert read_react(said("Action: x\nAction Input: {broken")).calls[0].error
    assert read_react(said("Action: now")).calls == (ToolCall("now", {}),)
    assert read_react(said("")).content == ""


def test_the_system_message_has_all_tools_and_no_skill(state: HarnessState) -> None:
    system = react_system(state)
    assert all(f"- {t.description} -> {t.name}({', '.join(t.parameters)})" in system for t in state.tools)
    assert not any(s.description in system for s in state.skills)


def test_an_episode_without_skills_and_hooks(state: HarnessState, chat: Chat, request_: Request) -> None:
    loads = react_action("rules", ToolCall("load_skill", {"name": "price-coupon"}))
    looks = react_action("link price", ToolCall("get_price", {"link": 3}))
    script = Script(chat, loads, looks, react_answer("It is cheap."))
    trajectory = run([react_episode(request_, state, ToolServer(), chat)], script)[0]
    assert trajectory.reply == "It is cheap."
    assert [result.fault for result in trajectory.results] == ["unknown-tool", None]
    assert not any(step.hooks for step in trajectory.steps)
    assert set(trajectory.segments) == {"tool", "reply", None}
    text = chat.tokenizer.decode([*trajectory.prompt_ids, *trajectory.ids])
    assert f"<|im_start|>user\nObservation: {trajectory.results[1].content}<|im_end|>" in text
    assert json.loads(trajectory.results[1].content)["link"] == 3
    assert script.prompts[-1].messages[-1]["role"] == "user"
    assert script.prompts[-1].stop == ("Observation:",)


def test_failures_and_limits(state: HarnessState, chat: Chat, request_: Request) -> None:
    failing = Script(chat, InfrastructureError("connection", "refused"))
    trajectory = run([react_episode(request_, state, ToolServer(), chat)], failing)[0]
    assert (trajectory.infrastructure, trajectory.reply) == ("connection", None)
    endless = Script(chat, *[react_action("x", ToolCall("get_price", {"link": 3}))] * 20)
    trajectory = run([react_episode(request_, state, ToolServer(), chat)], endless)[0]
    assert (trajectory.reply, len(trajectory.steps)) == (None, state.limit("max_turns"))
