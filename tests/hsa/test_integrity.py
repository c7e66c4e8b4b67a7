"""The integrity of variants of any harness, judged by what was planted in it, not by the code under test."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hat.harness.digest import digest
from hat.harness.renaming.mentions import rename
from hat.harness.state import HarnessState, Hook
from hat.hsa import TEST_FAMILIES, TRAIN_FAMILIES, make_variant
from hat.hsa.variant import Variant
from tests.harness.generated import harnesses

EVERY = TRAIN_FAMILIES | TEST_FAMILIES
RENAMES = frozenset(name for name in EVERY if ".rename" in name)
SEEDS = st.integers(0, 10**9)
VERBATIM = ("`x = 1.50 + n`", "https://shop.example/get_price?id=7", "¥59", "3.5%", '"Hi get_price fam"', "1,299")
ASKED = re.compile(r"Ask `([^`]+)` for (\d+)")
MEANT = re.compile(r"As said: ([^;]*);")


@st.composite
def planted(draw: st.DrawFn) -> HarnessState:
    """A harness with mentions of its names, words that are none, and things to keep, in every kind of text."""
    state = draw(harnesses())
    names = [item.name for item in (*state.skills, *state.tools)]
    plain = " ".join(name for name in names if name.isalpha() and name.islower())

    def text() -> str:
        asked = draw(st.lists(st.sampled_from([*names, "load_skill"]), min_size=1, max_size=3))
        asks = " ".join(f"Ask `{name}` for {100 + names.index(name) if name in names else 99}." for name in asked)
        return f"\n- {asks} As said: {plain}; {' and '.join(draw(st.permutations(VERBATIM)))}.\n"

    tools = [tool.name for tool in state.tools]
    matchers = [draw(st.lists(st.sampled_from([*tools, "load_skill"]), min_size=1, unique=True)) for _ in range(2)]
    hooks = tuple(Hook("PreToolUse", "|".join(names), command="true", message=text()) for names in matchers)
    return replace(
        state,
        prompt=tuple(replace(block, text=block.text + text()) for block in state.prompt),
        skills=tuple(replace(skill, body=skill.body + text()) for skill in state.skills),
        hooks=hooks,
    )


def texts(state: HarnessState) -> str:
    parts = [*(b.text for b in state.prompt), *(s.body for s in state.skills), *(h.message for h in state.hooks)]
    return "\n".join(parts)


def every_name(state: HarnessState) -> list[tuple[str, str]]:
    """Each name with its scope, within which no other may be like it."""
    called = [("", item.name) for item in (*state.skills, *state.tools)]
    return called + [(tool.name, name) for tool in state.tools for name in tool.parameters]


@given(planted(), SEEDS)
@settings(max_examples=60)
def test_every_mention_names_what_it_named(state: HarnessState, seed: int) -> None:
    variant = make_variant(state, seed, kinds=("surface",), families=EVERY)
    originals = [item.name for item in (*state.skills, *state.tools)]
    asked = ASKED.findall(texts(variant.state))
    assert Counter(place for _, place in asked) == Counter(place for _, place in ASKED.findall(texts(state)))
    for name, place in asked:
        old = originals[int(place) - 100] if int(place) >= 100 else "load_skill"
        meant = {names[old] for names in (variant.mapping.skills, variant.mapping.tools) if old in names}
        assert name in (meant or {old})


@given(planted(), SEEDS, st.sampled_from(["", ".*", "get_.*", "[a-m].*", "(?i)[A-Z0-9]+", ".*_.*|load_skill"]))
@settings(max_examples=60)
def test_every_hook_matches_what_it_matched(state: HarnessState, seed: int, matcher: str) -> None:
    state = replace(state, hooks=(*state.hooks, Hook("PreToolUse", matcher, command="true")))
    variant = make_variant(state, seed, kinds=("surface",), families=EVERY)
    for before, after in zip(state.hooks, variant.state.hooks, strict=True):
        for old, new in {**variant.mapping.tools, "load_skill": "load_skill"}.items():
            old_matches, new_matches = (re.fullmatch(h.matcher or ".*", n) for h, n in ((before, old), (after, new)))
            assert bool(old_matches) == bool(new_matches)


@given(planted(), SEEDS)
@settings(max_examples=60)
def test_what_is_no_mention_stays_byte_for_byte(state: HarnessState, seed: int) -> None:
    variant = make_variant(state, seed, kinds=("surface",), families=EVERY)
    before, after = texts(state), texts(variant.state)
    for kept in VERBATIM:
        assert after.count(kept) == before.count(kept)
    assert Counter(MEANT.findall(after)) == Counter(MEANT.findall(before))


def collisions(state: HarnessState, variant: Variant) -> list[tuple[str, str]]:
    """New names that are also something else: another name, or a word of the original."""
    pairs = [*variant.mapping.skills.items(), *variant.mapping.tools.items()]
    pairs += [pair for names in variant.mapping.parameters.values() for pair in names.items()]
    new = {now for old, now in pairs if now != old}
    known = {word.casefold() for word in re.findall(r"[\w-]+", repr(state))}
    found = [("word", name) for name in new if name.casefold() in known | {"load_skill", "name", "arguments", "type"}]
    found += [("shape", name) for name in new if not re.fullmatch(r"(?=.{1,64}\Z)[A-Za-z][A-Za-z0-9_-]*", name)]
    twice = Counter((scope, name.casefold()) for scope, name in every_name(variant.state))
    had = Counter((scope, name.casefold()) for scope, name in every_name(state))
    renamed = [(scope, name) for (scope, name), count in twice.items() if count > 1 and name in map(str.casefold, new)]
    return found + renamed + [("lost", str(len(twice)))] * (sum(twice.values()) != sum(had.values()))


@given(planted(), SEEDS)
@settings(max_examples=60)
def test_no_new_name_is_anything_else(state: HarnessState, seed: int) -> None:
    assert collisions(state, make_variant(state, seed, families=RENAMES)) == []


@given(planted(), SEEDS)
@settings(max_examples=60)
def test_the_inverse_gives_the_original(state: HarnessState, seed: int) -> None:
    variant = make_variant(state, seed, families=RENAMES)
    assert digest(rename(variant.state, variant.mapping.inverse())) == digest(state)


@pytest.mark.parametrize("broken", [0, 1, 2])
def test_the_judge_of_collisions_can_object(broken: int) -> None:
    """A variant whose names were spoilt is not let through."""
    from tests.room.play import HARNESS

    variant = make_variant(HARNESS, 1, families=RENAMES)
    tool = variant.state.tools[0]
    name = ("2fa", variant.state.tools[1].name, "viewers")[broken]
    spoilt = replace(variant.state, tools=(replace(tool, name=name), *variant.state.tools[1:]))
    old = next(old for old, new in variant.mapping.tools.items() if new == tool.name)
    mapping = replace(variant.mapping, tools={**variant.mapping.tools, old: name})
    assert collisions(HARNESS, replace(variant, state=spoilt, mapping=mapping))
