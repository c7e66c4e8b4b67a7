from __future__ import annotations

from dataclasses import replace

import pytest

from hat.agent.trajectory import HookOutcome, Step, ToolCall, ToolResult, Turn
from hat.hsa import TEST_FAMILIES, TRAIN_FAMILIES, make_variant, remap
from hat.room.faults import FaultPlan
from hat.room.sampler import make_requests
from tests.room.play import HARNESS, play


@pytest.mark.parametrize("faults", [None, FaultPlan(rate=0.6)], ids=["sound tools", "failing tools"])
@pytest.mark.parametrize("seed", range(12))
def test_remapping_is_what_the_expert_would_have_done(seed, faults):
    requests = make_requests("train", 24, seed)
    variant = make_variant(HARNESS, seed, kinds=("surface",), families=TRAIN_FAMILIES | TEST_FAMILIES)
    recorded = play(requests, faults=faults)
    made_anew = play(requests, variant.state, variant.mapping.skills, faults)
    for old, new in zip(recorded, made_anew, strict=True):
        remapped = remap(old.steps, HARNESS, variant)
        assert remapped == new.steps
        written = [list(call.arguments) for step in remapped for call in step.turn.calls]
        assert written == [list(call.arguments) for call in new.calls]


@pytest.mark.parametrize("seed", range(12))
def test_remapping_back_gives_what_was_recorded(seed):
    variant = make_variant(HARNESS, seed, kinds=("surface",), families=TRAIN_FAMILIES | TEST_FAMILIES)
    for old in play(make_requests("train", 24, seed), faults=FaultPlan(rate=0.3)):
        there = remap(old.steps, HARNESS, variant)
        back = remap(there, variant.state, variant.back_to(HARNESS))
        assert back == remap(old.steps, HARNESS, identity())
        assert [step.results for step in back] == [step.results for step in old.steps]


def identity():
    return make_variant(HARNESS, 0, families=())


def rejected(name: str) -> Step:
    """A turn whose call was refused, and whose reply a hook blocked."""
    problem = "'link' is a required property"
    message = next(h.message for h in HARNESS.hooks if h.builtin == "tool-arguments").replace("{problem}", problem)
    call = ToolCall(name, {})
    return Step(
        Turn((1, 2), (0.0, 0.0), f"tool: link price; ask {name}", "", (call,)),
        (ToolResult(call, f'{{"error": "{message}"}}', "arguments"),),
        feedback=f"Call `{name}` first.",
        hooks=(HookOutcome("PreToolUse", "tool-arguments", "block", message),),
    )


def test_hook_messages_faulty_calls_and_mentions_are_remapped():
    families = [name for name in TRAIN_FAMILIES if ".re" in name]
    variant = next(
        v
        for v in (make_variant(HARNESS, seed, families=families) for seed in range(99))
        if {"hooks.restructure", "tool_definitions.rename_parameters"} <= set(v.applied)
        and v.mapping.parameters["get_price"]["link"] != "link"
        and v.mapping.tools["get_price"] != "get_price"
    )
    (step,) = remap([rejected("get_price")], HARNESS, variant)
    name, link = variant.mapping.tools["get_price"], variant.mapping.parameters["get_price"]["link"]
    template = next(h.message for h in variant.state.hooks if h.builtin == "tool-arguments")
    assert step.turn == Turn((), (), f"tool: link price; ask {name}", "", (ToolCall(name, {}),))
    message = template.replace("{problem}", f"'{link}' is a required property").replace("{tool}", name)
    assert message in step.results[0].content
    assert step.feedback == f"Call `{name}` first."


def test_a_call_that_was_no_json_stays():
    call = ToolCall("", None, "not JSON")
    step = Step(Turn((), (), "", "", (call,)), (ToolResult(call, '{"error": "not JSON"}', "arguments"),))
    assert remap([step], HARNESS, make_variant(HARNESS, 1, kinds=("surface",))) == (step,)


def test_replies_stay_as_viewers_read_them():
    step = Step(Turn((5,), (0.1,), "", "Hi fam! get_price says 59 yuan.", ()))
    (after,) = remap([step], HARNESS, make_variant(HARNESS, 2, kinds=("surface",)))
    assert after == replace(step, turn=Turn((), (), "", "Hi fam! get_price says 59 yuan.", ()))
