from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hat.evals.titles import NAMES
from hat.harness.diff import diff
from hat.harness.state import HarnessState, Hook, Limit, Rule, Tool
from hat.hsa import make_variant
from hat.hsa.sampler import FAMILIES

from .generated import harnesses


def with_skill(state: HarnessState, old: str, /, **changes: object) -> HarnessState:
    return replace(state, skills=tuple(replace(s, **changes) if s.name == old else s for s in state.skills))  # type: ignore[arg-type]


def with_tool(state: HarnessState, old: str, /, **changes: object) -> HarnessState:
    return replace(state, tools=tuple(replace(t, **changes) if t.name == old else t for t in state.tools))  # type: ignore[arg-type]


def with_rules(state: HarnessState, change: Callable[[list[Rule]], list[Rule]]) -> HarnessState:
    skill = state.skills[0]
    return replace(state, skills=(skill.with_rules(tuple(change(list(skill.rules)))), *state.skills[1:]))


def renamed_tool(state: HarnessState) -> HarnessState:
    for skill in state.skills:
        state = with_skill(state, skill.name, body=skill.body.replace("`get_price`", "`fetch_cost`"))
    return with_tool(state, "get_price", name="fetch_cost")


def renamed_parameter(state: HarnessState) -> HarnessState:
    schema = {"type": "object", "properties": {"item": {"type": "integer"}}, "required": ["item"]}
    return with_tool(state, "get_price", input_schema=schema, parameter_names={"item": "link"})


def renamed_skill(state: HarnessState) -> HarnessState:
    strategies = ("honest-claims", "gentle-nudge")
    for skill in state.skills:
        if skill.name in strategies:
            state = with_skill(state, skill.name, body=skill.body.replace("`price-coupon`", "`costs`"))
    return with_skill(state, "price-coupon", name="costs")


def retyped_parameter(state: HarnessState) -> HarnessState:
    schema = {"type": "object", "properties": {"link": {"type": "string"}}, "required": ["link"]}
    return with_tool(state, "get_price", input_schema=schema)


CASES: dict[str, tuple[Callable[[HarnessState], HarnessState], str, str, str]] = {
    "limit": (lambda s: replace(s, limits={**s.limits, "max_turns": Limit(9, 3, 12)}), "limit", "changed", "semantic"),
    "range": (lambda s: replace(s, limits={**s.limits, "max_turns": Limit(8, 3, 20)}), "limit", "changed", "surface"),
    "version": (lambda s: replace(s, version="2"), "harness", "changed", "surface"),
    "skill order": (lambda s: replace(s, skills=s.skills[::-1]), "skill", "moved", "surface"),
    "skill removed": (lambda s: replace(s, skills=s.skills[:-1]), "skill", "removed", "semantic"),
    "skill renamed": (renamed_skill, "skill", "renamed", "surface"),
    "tool renamed": (renamed_tool, "tool", "renamed", "surface"),
    "tool removed": (lambda s: replace(s, tools=s.tools[1:]), "tool", "removed", "semantic"),
    "served by another": (lambda s: with_tool(s, "get_price", implementation="cost"), "tool", "changed", "semantic"),
    "parameter renamed": (renamed_parameter, "parameter", "renamed", "surface"),
    "parameter type": (retyped_parameter, "parameter", "changed", "semantic"),
    "hook removed": (lambda s: replace(s, hooks=s.hooks[1:]), "hook", "removed", "semantic"),
    "hook matcher": (
        lambda s: replace(s, hooks=(replace(s.hooks[0], matcher="get_.*"), *s.hooks[1:])),
        "hook",
        "changed",
        "semantic",
    ),
    "block order": (lambda s: replace(s, prompt=s.prompt[::-1]), "block", "moved", "surface"),
    "rule removed": (lambda s: with_rules(s, lambda r: r[:-1]), "rule", "removed", "semantic"),
    "rule added": (lambda s: with_rules(s, lambda r: [*r, Rule("Be kind.")]), "rule", "added", "semantic"),
    "rule moved": (lambda s: with_rules(s, lambda r: r[::-1]), "rule", "moved", "surface"),
    "rule reworded": (
        lambda s: with_rules(s, lambda r: [r[0], Rule('Begin by saying "Hi fam!"', "open"), *r[2:]]),
        "rule",
        "changed",
        "surface",
    ),
    "rule phrase": (
        lambda s: with_rules(s, lambda r: [r[0], Rule('Open with "Hello!"', "open"), *r[2:]]),
        "rule",
        "changed",
        "semantic",
    ),
    "description reworded": (
        lambda s: with_skill(s, "small-talk", description="For plain greetings: small talk"),
        "skill",
        "changed",
        "semantic",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_one_change_is_found_once_with_its_risk(default: HarnessState, name: str) -> None:
    change, subject, action, risk = CASES[name]
    assert [(c.subject, c.action, c.risk) for c in diff(default, change(default))] == [(subject, action, risk)]


def test_a_hook_that_follows_a_renamed_tool_is_no_change_of_its_own(default: HarnessState) -> None:
    def guarded(state: HarnessState, name: str) -> HarnessState:
        hook = Hook("PreToolUse", matcher=f"{name}|get_order", command="true", message=f"Not `{name}`.")
        return replace(state, hooks=(*state.hooks, hook))

    changes = diff(guarded(default, "get_price"), guarded(renamed_tool(default), "fetch_cost"))
    assert [(c.subject, c.action, c.risk) for c in changes] == [("tool", "renamed", "surface")]


def test_a_rename_names_what_follows_it(default: HarnessState) -> None:
    def mentioning(state: HarnessState, tool: str, parameter: str) -> HarnessState:
        hook = Hook("PreToolUse", matcher=tool, command="true")
        prompt = (replace(state.prompt[0], text=f"Ask {tool} with `{parameter}`.\n"), *state.prompt[1:])
        return replace(state, prompt=prompt, hooks=(*state.hooks, hook))

    changed = renamed_parameter(renamed_tool(default))
    (tool,) = diff(mentioning(default, "get_price", "link"), mentioning(renamed_tool(default), "fetch_cost", "link"))
    skills = ("skill price-coupon", "skill honest-claims")
    assert tool.mentions == ("block role", *skills, "hook PreToolUse")
    assert changed.tool("get_price") is None


def test_a_renamed_parameter_is_followed_in_the_text_of_its_tool(default: HarnessState) -> None:
    old = with_tool(default, "get_price", description="The price by `link`: link price")
    new = with_tool(renamed_parameter(default), "get_price", description="The price by `item`: link price")
    (change,) = diff(old, new)
    assert (change.subject, change.action, change.mentions) == ("parameter", "renamed", ("tool get_price",))


def test_a_rename_names_what_follows_it_and_not_what_follows_another(default: HarnessState) -> None:
    def ordering(first: str, second: str) -> HarnessState:
        schema = {"type": "object", "properties": {first: {}, second: {}}}
        own = {first: "own_1", second: "own_2"}
        prompt = (replace(default.prompt[0], text=f"Give `{first}`.\n"), *default.prompt[1:])
        state = with_tool(default, "get_order", input_schema=schema, parameter_names=own)
        return replace(state, prompt=prompt)

    first, second = diff(ordering("order_a", "order_b"), ordering("ref_a", "ref_b"))
    assert (first.after, first.mentions) == ("ref_a", ("block role",))
    assert (second.after, second.mentions) == ("ref_b", ())


@given(harnesses(), st.integers(0, 10**6))
@settings(max_examples=20)
def test_renames_are_all_that_a_renamed_variant_differs_by(state: HarnessState, seed: int) -> None:
    renames = [family.name for family in FAMILIES if ".rename" in family.name and "skill" not in family.name]
    changes = diff(state, make_variant(state, seed, families=renames).state)
    assert {(c.action, c.risk) for c in changes if c.subject != "hook"} <= {("renamed", "surface")}


@pytest.mark.parametrize(
    ("case", "suites"),
    [
        ("version", ()),
        ("skill renamed", ("harness_variant_qa",)),
        ("rule removed", ("live_stream_qa", "harness_variant_qa")),
        ("tool renamed", ("harness_variant_qa", "robustness")),
        ("limit", ("live_stream_qa", "harness_variant_qa", "robustness")),
    ],
)
def test_each_change_names_the_suites_to_run_again(default: HarnessState, case: str, suites: tuple[str, ...]) -> None:
    (change,) = diff(default, CASES[case][0](default))
    assert change.suites == suites
    assert set(suites) <= set(NAMES)


def test_nothing_changed(default: HarnessState) -> None:
    assert diff(default, default) == []


def test_a_reworded_block_keeps_its_risk_low_only_while_numbers_and_negations_stay(default: HarnessState) -> None:
    block = default.prompt[4]

    def risk(old: str, new: str) -> str:
        assert old in block.text
        prompt = tuple(replace(b, text=b.text.replace(old, new)) if b is block else b for b in default.prompt)
        return diff(default, replace(default, prompt=prompt))[0].risk

    assert risk("because a viewer asks for it", "since a viewer wishes it") == "surface"
    assert risk("Do not speak", "Speak") == "semantic"


def test_a_new_tool_is_no_rename(default: HarnessState) -> None:
    tool = Tool("get_weather", "The weather: weather", {"type": "object", "properties": {}}, "weather")
    changes = diff(default, replace(default, tools=(*default.tools[1:], tool)))
    assert {(c.name, c.action) for c in changes} == {("get_price", "removed"), ("get_weather", "added")}


def test_two_harnesses_of_the_default_skills_one_by_one_are_no_renames(default: HarnessState) -> None:
    for old in default.skills:
        for new in default.skills:
            if old is not new:
                changes = diff(replace(default, skills=(old,)), replace(default, skills=(new,)))
                assert {(c.name, c.action) for c in changes} == {(old.name, "removed"), (new.name, "added")}


def test_a_skill_renamed_and_reworded_is_still_the_same(default: HarnessState) -> None:
    body = default.skills[0].body.replace("Look it up", "Find it").replace("free", "gratis")
    changes = diff(default, with_skill(default, "price-coupon", name="costs", body=body))
    assert ("skill", "costs", "renamed") in {(c.subject, c.name, c.action) for c in changes}
    assert not {c.action for c in changes if c.subject == "skill"} & {"added", "removed"}
