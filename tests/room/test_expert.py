from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hat.harness.state import QUOTE_WORDS, quote, title
from hat.hsa.sampler import FAMILIES, make_variant
from hat.room.conduct import excuse, expected_skills
from hat.room.expert import Expert
from hat.room.faults import FaultPlan
from hat.room.reward import score
from hat.room.sampler import make_requests
from tests.room.play import HARNESS, play, renamed


@cache
def example(intent):
    return make_requests("train", 1, 0, intents=(intent,))[0]


def perfect(requests, state=HARNESS, skills=None, faults=None):
    for request, trajectory in zip(requests, play(requests, state, skills, faults), strict=True):
        found = score(state, request, trajectory, skills)
        assert found.reasons == (), (request, trajectory.reply)
        assert (found.accuracy, found.effectiveness, found.tool, found.skill) == (1, 1.0, 1.0, 1.0)


@pytest.mark.parametrize(("split", "count"), [("train", 300), ("dev", 70), ("test", 70)])
def test_the_expert_is_perfect_under_the_default_harness(split, count):
    perfect(make_requests(split, count, 11))


def test_the_expert_is_perfect_under_other_names():
    state, skills = renamed(HARNESS)
    perfect(make_requests("train", 300, 12), state, skills)


@settings(max_examples=12)
@given(st.integers(0, 10_000))
def test_the_expert_is_perfect_under_every_variant_and_fault(seed):
    families = [family.name for family in FAMILIES]
    tools = [tool.name for tool in HARNESS.tools]
    variant = make_variant(HARNESS, seed, families=families, protect=tools)
    perfect(make_requests("train", 14, seed), variant.state, variant.mapping.skills, FaultPlan(0.3, seed=seed))


def test_the_style_is_exact():
    request = example("stock")
    link, size = request.needs[0].arguments.values()
    load, call, reply = (step.turn for step in play([request])[0].steps)
    (topic,) = request.topics
    skill, tool = HARNESS.skill("stock-delivery").description, HARNESS.tool("check_stock").description
    assert load.thinking == f"want: {topic}; skill: {quote(skill, [topic])}"
    assert call.thinking == f"with: {link}, {size}; want: {topic}; tool: {quote(tool, [topic])}"
    assert call.calls[0].arguments == {"link": link, "size": size}
    value = request.needs[0].value
    assert reply.thinking == (
        'rules: open "Just checked!"; mention "stock moves fast"; close "Pick your size."; avoid "last one"; '
        f"stock: {value}"
    )
    assert reply.content == f"Just checked! The stock is {value}. stock moves fast. Pick your size."


@pytest.mark.parametrize(
    ("topics", "quoted"),
    [
        (["cost"], "cost or coupon: money"),
        (["warranty", "price"], "price, cost or coupon: money"),
        (["cost or"], "cost or coupon: money"),
        (["co"], "money"),
        ([], "money"),
    ],
)
def test_a_note_quotes_a_description_from_the_wanted_words_on(topics, quoted):
    assert quote("The price, cost or coupon: money.", topics) == quoted


def test_a_long_quote_is_cut_to_the_title():
    description = f"Price {'and more ' * QUOTE_WORDS}: money"
    assert quote(description, ["Price"]) == title(description) == "money"


def test_the_skill_after_a_strategy_is_the_one_it_names():
    request = example("hesitation")
    first, second, call = (step.turn for step in play([request])[0].steps[:3])
    assert first.thinking.startswith(f"want: {request.topics[0]}; skill: ")
    assert first.thinking.endswith("gentle nudge")
    assert second.thinking == "then: price-coupon"
    assert call.thinking == f"with: {request.needs[0].arguments['link']}; use: get_coupon"


def test_a_message_is_hermes():
    request = example("price")
    (topic,) = request.topics
    text = Expert(HARNESS, request).turn(())
    assert text == (
        f"<think>\nwant: {topic}; skill: {quote(HARNESS.skill('price-coupon').description, [topic])}\n</think>\n\n"
        '<tool_call>\n{"name": "load_skill", "arguments": {"name": "price-coupon"}}\n</tool_call>'
    )


def test_a_failing_tool_is_tried_once_more_and_then_excused():
    request = example("price")
    trajectory = play([request], faults=FaultPlan(1.0, repeat=1.0))[0]
    assert [r.call.name for r in trajectory.results] == ["load_skill", "get_price", "get_price"]
    assert "our team will check." in trajectory.reply
    assert request.needs[0].value not in trajectory.reply
    assert score(HARNESS, request, trajectory).effectiveness == 1.0


def test_masked_skills():
    request = example("hesitation")
    skills = {s.name: s.name for s in HARNESS.skills if s.name not in request.skills}
    state = replace(HARNESS, skills=tuple(s for s in HARNESS.skills if s.name in skills))
    assert [s.name for s in expected_skills(state, request, skills)] == ["stock-delivery"]
    perfect([request], state, skills)


def test_the_excuse_is_what_the_harness_says():
    def reworded(text):
        return text.replace("our team will check", "we will ask the maker")

    state = replace(
        HARNESS,
        skills=tuple(replace(s, body=reworded(s.body)) for s in HARNESS.skills),
        prompt=tuple(replace(b, text=reworded(b.text)) for b in HARNESS.prompt),
        hooks=tuple(replace(h, message=reworded(h.message)) for h in HARNESS.hooks),
    )
    assert excuse(HARNESS) == "our team will check"
    assert excuse(state) == "we will ask the maker"
    perfect([example("price")], state, faults=FaultPlan(1.0, repeat=1.0))


def test_a_short_limit_makes_a_short_reply():
    state = replace(
        HARNESS, limits={**HARNESS.limits, "max_reply_chars": replace(HARNESS.limits["max_reply_chars"], value=80)}
    )
    perfect(make_requests("train", 140, 5), state)
