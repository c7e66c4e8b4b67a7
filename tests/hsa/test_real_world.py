"""Augmentation of a harness with skills and tools as they are found in the world."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

import pytest

from hat.errors import errors
from hat.harness.check import check
from hat.harness.digest import digest
from hat.harness.imports import find
from hat.harness.renaming.mentions import rename
from hat.harness.renaming.spans import facts
from hat.harness.state import HarnessState
from hat.hsa import TEST_FAMILIES, TRAIN_FAMILIES, make_variant
from hat.hsa.texts import words
from tests.room.play import HARNESS
from tests.shared import shared

EVERY = TRAIN_FAMILIES | TEST_FAMILIES
RENAMES = frozenset(name for name in EVERY if ".rename" in name)
SURFACE = {"kinds": ("surface",), "families": EVERY}


@pytest.fixture(scope="module")
def real() -> HarnessState:
    """The default harness with all shared skills and tools, whose own references are sound."""
    skills, tools = find(shared("data/skills")).skills, find(shared("data/mcp-tools")).tools
    state = HarnessState(**{**vars(HARNESS), "skills": (*HARNESS.skills, *skills), "tools": (*HARNESS.tools, *tools)})
    assert errors(check(state)) == ()
    return state


def references(text: str, names: Mapping[str, str]) -> Counter[str]:
    """The names that a text mentions in code spans of their own, each as `names` calls it."""
    return Counter(names[span] for span in re.findall(r"`([\w-]+)`", text) if span in names)


@pytest.mark.parametrize("seed", range(6))
def test_every_reference_stays_whole(real: HarnessState, seed: int) -> None:
    variant = make_variant(real, seed, **SURFACE)
    names = {**variant.mapping.skills, **variant.mapping.tools}
    own = {name: name for name in names.values()}
    assert {*own} == {item.name for item in (*variant.state.skills, *variant.state.tools)}
    for old in real.skills:
        new = variant.state.skill(names[old.name])
        assert new is not None
        assert references(new.body, own) == references(old.body, names), old.name
    assert sum(references(skill.body, names).total() for skill in real.skills) > 10
    assert Counter(fault.rule for fault in check(variant.state)) == Counter(fault.rule for fault in check(real))


@pytest.mark.parametrize("seed", range(6))
def test_the_inverse_restores_the_digest(real: HarnessState, seed: int) -> None:
    variant = make_variant(real, seed, families=RENAMES)
    assert variant.applied
    assert digest(rename(variant.state, variant.mapping.inverse())) == digest(real)


@pytest.mark.parametrize("seed", range(6))
def test_code_numbers_and_urls_survive_byte_for_byte(real: HarnessState, seed: int) -> None:
    variant = make_variant(real, seed, **SURFACE)
    restored = rename(variant.state, variant.mapping.inverse())
    for skill in real.skills:
        other = restored.skill(skill.name)
        assert other is not None
        assert Counter(facts(other.body)) == Counter(facts(skill.body)), skill.name
        assert Counter(facts(other.description)) == Counter(facts(skill.description))
    for tool in real.tools:
        other_tool = restored.tool(tool.name)
        assert other_tool is not None
        assert Counter(facts(other_tool.description)) == Counter(facts(tool.description)), tool.name


def collisions(state: HarnessState, seed: int) -> list[str]:
    """Names of a variant that are also something else."""
    variant = make_variant(state, seed, families=RENAMES | {"skill_names.inject", "tool_definitions.inject"})
    names = [item.name.casefold() for item in (*variant.state.skills, *variant.state.tools)]
    twice = [name for name, count in Counter(names).items() if count > 1]
    known = {word.casefold() for word in words(state)}
    parameters = {new for each in variant.mapping.parameters.values() for old, new in each.items() if old != new}
    new = {*variant.mapping.skills.values(), *variant.mapping.tools.values()} - {
        *variant.mapping.skills,
        *variant.mapping.tools,
    }
    in_one_tool = [tool.name for tool in variant.state.tools if len(set(tool.parameters)) < len(tool.parameters)]
    return [*twice, *in_one_tool, *(name for name in new | parameters if name.casefold() in known), *(new & parameters)]


@pytest.mark.slow
@pytest.mark.parametrize("part", range(16))
def test_no_name_collides_in_a_hundred_thousand_variants(part: int) -> None:
    for seed in range(part * 6250, (part + 1) * 6250):
        assert collisions(HARNESS, seed) == [], seed


@pytest.mark.parametrize("seed", range(4))
def test_no_name_collides_in_a_large_harness(real: HarnessState, seed: int) -> None:
    assert collisions(real, seed) == []
