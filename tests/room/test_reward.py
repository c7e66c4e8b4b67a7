from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hat.agent.trajectory import ToolCall
from hat.room.claims import claims
from hat.room.reward import score
from hat.room.sampler import make_requests
from tests.room.play import HARNESS, play, renamed

PRICE = make_requests("train", 1, 2, intents=("price",))[0]
VALUE = PRICE.needs[0].value
PLAYED = play([PRICE])[0]
GOOD = PLAYED.reply


def judged(reply, request=PRICE, trajectory=PLAYED):
    return score(HARNESS, request, replace(trajectory, reply=reply))


def kinds(found):
    return {reason.partition(":")[0] for reason in found.reasons}


@given(st.integers(1, 500).filter(lambda n: f"{n} yuan" != VALUE))
def test_a_wrong_number_is_caught(number):
    found = judged(GOOD.replace(VALUE, f"{number} yuan"))
    assert (found.accuracy, found.effectiveness) == (0, 0.0)
    assert {"missing", "unsupported"} <= kinds(found)


@pytest.mark.parametrize("extra", ["Only 3 left.", "Just 9 yuan today.", "50% less.", "It is pure silk.", "It is ¥7."])
def test_a_claim_that_no_tool_supports_is_caught(extra):
    found = judged(GOOD.replace("live", f"{extra} live"))
    assert (found.accuracy, found.effectiveness) == (0, 0.5)
    assert kinds(found) == {"unsupported"}


@pytest.mark.parametrize("span", ["Hi fam!", "live price only.", "Tap the cart."])
def test_a_missing_rule_is_caught(span):
    found = judged(GOOD.replace(span, "").strip())
    assert (found.accuracy, found.effectiveness) == (1, 0.5)
    assert kinds(found) == {"rule"}


def test_a_phrase_that_a_rule_avoids_is_caught():
    assert judged(GOOD.replace("live", "Free gift! live")).effectiveness == 0.5
    assert judged(GOOD.replace("live", "Freedom! live")).effectiveness == 1.0


def test_a_forbidden_phrase_makes_a_reply_false():
    request = next(r for r in make_requests("train", 40, 0, intents=("adversarial",)) if r.forbidden == ("free",))
    trajectory = play([request])[0]
    found = judged(trajectory.reply.replace("we keep", "it is free, we keep"), request, trajectory)
    assert found.accuracy == 0
    assert "forbidden: free" in found.reasons


def test_swapped_values_are_caught():
    requests = make_requests("train", 200, 0, intents=("multi",))
    request = next(r for r in requests if set(r.intents) == {"multi", "returns", "shipping"})
    trajectory = play([request])[0]
    first, second = (need.value for need in request.needs)
    swapped = trajectory.reply.replace(first, "#").replace(second, first).replace("#", second)
    assert first != second
    found = judged(swapped, request, trajectory)
    assert found.accuracy == 0
    assert kinds(found) == {"mixed"}


def test_free_wording_is_fine():
    link = PRICE.needs[0].arguments["link"]
    assert judged(f"Hi fam! Link {link}? That one is {VALUE}, live price only! Tap the cart.").effectiveness == 1.0


def test_a_reply_that_is_too_long_breaks_the_limit():
    found = judged(GOOD.replace("live", "so " * 60 + "live"))
    assert (found.effectiveness, kinds(found)) == (0.5, {"limit"})


def test_no_reply():
    found = judged(None)
    assert (found.accuracy, found.effectiveness, kinds(found)) == (0, 0.0, {"reply"})


def test_no_reply_skill():
    found = score(HARNESS, PRICE, replace(PLAYED, steps=PLAYED.steps[1:]))
    assert (found.accuracy, found.effectiveness, found.skill, found.tool) == (1, 0.5, 0.0, 1.0)


def test_an_excuse_needs_failed_calls():
    found = judged("Hi fam! our team will check. live price only. Tap the cart.")
    assert (found.accuracy, found.effectiveness) == (0, 0.0)


def test_a_lucky_guess_is_no_fact():
    found = score(HARNESS, PRICE, replace(PLAYED, steps=(PLAYED.steps[0], PLAYED.steps[2])))
    assert found.accuracy == 0
    assert {"unsupported", "tool"} == kinds(found)


def test_useless_and_repeated_calls_cost():
    step = PLAYED.steps[1]
    result = step.results[0]
    twice = replace(PLAYED, steps=(*PLAYED.steps[:2], step, PLAYED.steps[2]))
    assert score(HARNESS, PRICE, twice).tool == 0.5
    failed = replace(step, results=(replace(result, fault="timeout"),))
    retried = replace(PLAYED, steps=(PLAYED.steps[0], failed, *PLAYED.steps[1:]))
    assert score(HARNESS, PRICE, retried).tool == 1.0
    broken = replace(step, results=(replace(result, call=ToolCall("", None, "not JSON"), fault="arguments"),))
    assert score(HARNESS, PRICE, replace(PLAYED, steps=(*PLAYED.steps[:2], broken, PLAYED.steps[2]))).tool == 0.5


def test_names_of_a_variant_count_only_for_the_skill_term():
    state, skills = renamed(HARNESS)
    trajectory = play([PRICE], state, skills)[0]
    with_names, without = score(state, PRICE, trajectory, skills), score(state, PRICE, trajectory)
    assert with_names.skill == 1.0
    assert (without.accuracy, without.effectiveness, without.tool) == (1, 1.0, 1.0)


def test_an_infrastructure_failure_has_no_score():
    with pytest.raises(ValueError, match="endpoint-down"):
        score(HARNESS, PRICE, replace(PLAYED, infrastructure="endpoint-down"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The price is 59 yuan.", {"59 yuan"}),
        ("59 YUAN off, ¥7, 12.5%", {"59 yuan off", "7 yuan", "12.5 %"}),
        ("1 day or 2 days in link 3", {"1 day", "2 day"}),
        ("Cotton from Hangzhou, on the way", {"cotton", "hangzhou", "on the way"}),
        ("see you at 8, 666", set()),
    ],
)
def test_claims(text, expected):
    assert claims(text) == expected
