from __future__ import annotations

import json
import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hat.errors import BadInput, errors
from hat.harness.check import check
from hat.harness.diff import diff
from hat.harness.digest import digest
from hat.harness.renaming.mentions import rename
from hat.harness.renaming.spans import facts, negations
from hat.harness.render import system_message, tool_specs
from hat.hsa import (
    ALL_DIMENSIONS,
    TEST_FAMILIES,
    TRAIN_FAMILIES,
    NameMapping,
    load_variant,
    make_variant,
    save_variant,
)
from hat.hsa.draft import Draft
from hat.hsa.sampler import FAMILIES
from tests.harness.generated import harnesses
from tests.room.play import HARNESS

EVERY = TRAIN_FAMILIES | TEST_FAMILIES
SEEDS = st.integers(0, 10**9)


def rendered(state):
    return system_message(state) + json.dumps(tool_specs(state))


@given(SEEDS)
@settings(max_examples=20)
def test_same_seed_same_variant(seed):
    assert make_variant(HARNESS, seed, families=EVERY) == make_variant(HARNESS, seed, families=EVERY)


@given(SEEDS)
@settings(max_examples=20)
def test_a_variant_is_a_sound_harness_of_about_the_same_size(seed):
    variant = make_variant(HARNESS, seed, families=EVERY)
    assert errors(check(variant.state)) == ()
    assert variant.applied
    assert digest(variant.state) != digest(HARNESS)
    assert len(rendered(variant.state)) <= 1.25 * len(rendered(HARNESS))


@given(harnesses(), SEEDS)
@settings(max_examples=20)
def test_any_sound_harness_has_sound_variants(state, seed):
    variant = make_variant(state, seed, families=EVERY)
    assert errors(check(variant.state)) == ()
    assert any(skill.kind == "reply" for skill in variant.state.skills)


@given(SEEDS)
@settings(max_examples=20)
def test_the_mapping_names_everything_and_inverts(seed):
    variant = make_variant(HARNESS, seed, families=EVERY)
    names = variant.mapping
    assert {*names.skills.values(), *names.tools.values()} | names.injected == {
        item.name for item in (*variant.state.skills, *variant.state.tools)
    }
    originals = {item.name for item in (*HARNESS.skills, *HARNESS.tools)}
    assert {*names.skills, *names.tools} | names.masked == originals
    for old, new in names.tools.items():
        before, after = HARNESS.tool(old), variant.state.tool(new)
        assert after.implementation == before.implementation
        assert {after.parameter_names.get(p, p) for p in after.parameters} == set(before.parameters)
        assert set(names.parameters[old].values()) == set(after.parameters)
    assert names.inverse().inverse() == names
    assert NameMapping.from_json(json.loads(json.dumps(names.to_json()))) == names


RENAMES = frozenset(name for name in EVERY if ".rename" in name)


@given(SEEDS)
@settings(max_examples=20)
def test_renaming_back_gives_the_original(seed):
    variant = make_variant(HARNESS, seed, families=RENAMES)
    assert digest(rename(variant.state, variant.mapping.inverse())) == digest(HARNESS)


@given(harnesses(), SEEDS)
@settings(max_examples=20)
def test_renaming_any_harness_back_gives_it_again(state, seed):
    variant = make_variant(state, seed, families=RENAMES)
    assert [h for h in rename(variant.state, variant.mapping.inverse()).hooks if "_.*" not in h.matcher] == [
        h for h in state.hooks if "_.*" not in h.matcher
    ]
    assert rename(variant.state, variant.mapping.inverse()).skills == state.skills
    assert rename(variant.state, variant.mapping.inverse()).tools == state.tools
    assert rename(variant.state, variant.mapping.inverse()).prompt == state.prompt


@given(SEEDS)
@settings(max_examples=20)
def test_surface_variants_keep_every_fact_and_negation(seed):
    variant = make_variant(HARNESS, seed, kinds=("surface",), families=EVERY - RENAMES)
    for old in HARNESS.skills:
        new = variant.state.skill(old.name)
        assert sorted(facts(new.body)) == sorted(facts(old.body))
        assert negations(new.body) == negations(old.body)
        assert {(r.kind, r.keep, r.spans) for r in new.rules} == {(r.kind, r.keep, r.spans) for r in old.rules}
    for block in HARNESS.prompt:
        new = next(b for b in variant.state.prompt if b.id == block.id)
        assert (facts(new.text), negations(new.text)) == (facts(block.text), negations(block.text))
    assert variant.state.limits == HARNESS.limits


@given(SEEDS)
@settings(max_examples=20)
def test_what_must_stay_stays(seed):
    protect = {"price-coupon", "get_price", "unknown-answers"}
    variant = make_variant(HARNESS, seed, families=EVERY, protect=protect)
    assert not protect & variant.mapping.masked
    for old, new in variant.mapping.skills.items():
        kept = [rule.spans for rule in HARNESS.skill(old).rules if rule.keep]
        assert [rule.spans for rule in variant.state.skill(new).rules if rule.keep] == kept
    for name, limit in variant.state.limits.items():
        assert limit.low <= limit.value <= limit.high
        assert limit.value >= HARNESS.limits[name].value or "retries" in name
    text = rendered(variant.state) + " ".join(skill.body for skill in variant.state.skills)
    assert not any(f"`{name}`" in text for name in variant.mapping.masked)
    assert [b.id for b in variant.state.prompt if not b.movable] == [b.id for b in HARNESS.prompt if not b.movable]


@pytest.mark.parametrize("family", sorted(EVERY))
def test_each_family_changes_its_dimension_only(family):
    dimension = family.partition(".")[0]
    made = [make_variant(HARNESS, seed, families=[family]) for seed in range(12)]
    changed = [variant for variant in made if variant.applied]
    assert changed
    parts = {
        "skill_names": {"skills", "prompt", "tools", "hooks"},
        "skill_content": {"skills", "prompt", "hooks"},
        "tool_definitions": {"tools", "skills", "prompt", "hooks"},
        "system_prompt": {"prompt", "limits"},
        "hooks": {"hooks", "limits", "prompt"},
    }[dimension]
    for part in {"limits", "prompt", "skills", "tools", "hooks"} - parts:
        assert all(getattr(variant.state, part) == getattr(HARNESS, part) for variant in changed)
    assert all(variant.applied == (family,) for variant in changed)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_strength_is_the_share_that_a_family_changes(family):
    start = Draft(HARNESS, NameMapping.identity(HARNESS))

    def changes(strength):
        return sum(
            len(diff(HARNESS, family.transform(start, random.Random(seed), strength).state)) for seed in range(20)
        )

    at_least_one = family.name in (
        "skill_names.mask",
        "skill_names.inject",
        "tool_definitions.mask",
        "tool_definitions.inject",
    )
    assert (changes(0.0) > 0) == at_least_one
    assert changes(0.3) < changes(1.0)


@pytest.mark.parametrize("dimension", ALL_DIMENSIONS)
def test_held_out_families_are_used_only_on_request(dimension):
    for seed in range(20):
        assert not TEST_FAMILIES & set(make_variant(HARNESS, seed, [dimension]).applied)
    assert len(TEST_FAMILIES) == 2


@given(seed=SEEDS)
@settings(max_examples=8)
def test_a_saved_variant_loads_with_the_same_digest(tmp_path_factory, seed):
    folder = tmp_path_factory.mktemp("saved") / "variant"
    variant = make_variant(HARNESS, seed, families=EVERY)
    save_variant(variant, folder)
    loaded = load_variant(folder)
    assert digest(loaded.state) == digest(variant.state)
    assert rendered(loaded.state) == rendered(variant.state)
    assert (loaded.mapping, loaded.seed, loaded.applied) == (variant.mapping, variant.seed, variant.applied)


def test_a_saved_variant_that_was_edited_is_refused(tmp_path):
    save_variant(make_variant(HARNESS, 3), tmp_path / "variant")
    skill = next((tmp_path / "variant").glob("harness/skills/*/SKILL.md"))
    skill.write_text(skill.read_text(encoding="utf-8") + "- Be kind.\n", encoding="utf-8")
    with pytest.raises(BadInput, match="not the harness that was saved"):
        load_variant(tmp_path / "variant")


def test_unknown_dimensions_and_families_are_named_all_at_once():
    with pytest.raises(BadInput) as caught:
        make_variant(HARNESS, 1, dimensions=["tone", "mood"])
    assert [fault.message for fault in caught.value.faults] == ["there is no 'tone'", "there is no 'mood'"]
    with pytest.raises(BadInput, match=r"hooks\.reword"):
        make_variant(HARNESS, 1, families=["hooks.shout"])


def test_every_dimension_has_surface_and_semantic_families():
    assert {(f.dimension, f.kind) for f in FAMILIES} == {
        (d, k) for d in ALL_DIMENSIONS for k in ("surface", "semantic")
    }


def test_a_variant_is_quick_to_make():
    make_variant(HARNESS, 0)
    started = time.process_time()
    for seed in range(40):
        make_variant(HARNESS, seed)
    assert (time.process_time() - started) / 40 < 0.06, "20 ms on an idle core, some more on a busy one"
