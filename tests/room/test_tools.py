from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hat.room.catalogue import ROOMS_PER_SPLIT, find_room, make_room
from hat.room.faults import FAULT_KINDS, FaultPlan
from hat.room.tools import PARAMETERS, ToolServer

ROOM = make_room(5)
GOOD = {"link": 1, "size": "M", "city": "Xian", "order_id": next(iter(ROOM.orders))}


def call(implementation, arguments, faults=None, request_id="r", attempt=0):
    return ToolServer(faults).call(implementation, ROOM.id, arguments, request_id, attempt)


@pytest.mark.parametrize("implementation", PARAMETERS)
def test_every_tool_answers_with_flat_json(implementation):
    reply = call(implementation, {name: GOOD[name] for name in PARAMETERS[implementation]})
    assert reply.fault is None
    assert 0 < reply.seconds < 1
    assert all(isinstance(value, str | int) for value in json.loads(reply.content).values())


@pytest.mark.parametrize("implementation", PARAMETERS)
def test_wrong_arguments_are_a_fault_that_says_what_is_wrong(implementation):
    good = {name: GOOD[name] for name in PARAMETERS[implementation]}
    for name in good:
        missing = call(implementation, {k: v for k, v in good.items() if k != name})
        assert (missing.fault, json.loads(missing.content)) == ("arguments", {"error": f"missing argument: {name}"})
        wrong = call(implementation, {**good, name: True})
        assert wrong.fault == "arguments"
        assert name in wrong.content
    assert "unknown argument: x" in call(implementation, {**good, "x": 1}).content


@pytest.mark.parametrize(
    ("implementation", "changed", "error"),
    [
        ("price", {"link": 99}, "no such link"),
        ("stock", {"size": "XXXL"}, "no such size"),
        ("shipping", {"city": "Atlantis"}, "no such city"),
        ("order", {"order_id": 0}, "no such order"),
    ],
)
def test_what_does_not_exist_is_an_answer_not_a_fault(implementation, changed, error):
    arguments = {name: GOOD[name] for name in PARAMETERS[implementation]} | changed
    reply = call(implementation, arguments)
    assert (reply.fault, json.loads(reply.content)) == (None, {"error": error})


def test_unknown_tools_and_rooms():
    assert call("fly", {}).fault == "unknown-tool"
    for room_id in ("shop-1", "room-", "room--1", f"room-{3 * ROOMS_PER_SPLIT}", "room-" + "9" * 5000):
        with pytest.raises(KeyError):
            find_room(room_id)
    with pytest.raises(ValueError, match="outside"):
        make_room(3 * ROOMS_PER_SPLIT)


@pytest.mark.parametrize("kind", FAULT_KINDS)
def test_a_fault_hides_the_fact(kind):
    reply = call("price", {"link": 1}, FaultPlan(rate=1.0, kinds=(kind,)))
    assert reply.fault == kind
    assert "yuan" not in reply.content
    if kind == "malformed":
        with pytest.raises(json.JSONDecodeError):
            json.loads(reply.content)
    else:
        assert json.loads(reply.content) == {"error": kind}


@given(st.integers(0, 1000), st.text(max_size=8), st.integers(0, 3))
def test_the_same_seed_gives_the_same_faults(seed, request_id, attempt):
    plan, again = FaultPlan(0.5, seed=seed), FaultPlan(0.5, seed=seed)
    assert plan.fault(request_id, "price", attempt) == again.fault(request_id, "price", attempt)
    if attempt and plan.fault(request_id, "price", attempt):
        assert plan.fault(request_id, "price", attempt - 1) == plan.fault(request_id, "price", attempt)


def test_rates_are_kept():
    plan = FaultPlan(0.2, repeat=0.5, seed=3)
    first = [plan.fault(f"r{i}", "price", 0) for i in range(4000)]
    second = [plan.fault(f"r{i}", "price", 1) for i in range(4000)]
    assert 0.17 < sum(map(bool, first)) / 4000 < 0.23
    assert 0.08 < sum(map(bool, second)) / 4000 < 0.12
    assert set(first) == {None, *FAULT_KINDS}
