from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hat.harness.renaming.spans import facts, negations
from hat.harness.state import title
from hat.hsa.descriptions import rewrite
from hat.hsa.paraphrase import by_rules, means_alike
from hat.hsa.phrasings import FRAMES, GROUPS
from hat.hsa.skill_content import is_framed
from tests.room.play import HARNESS

PIECES = st.sampled_from(
    [phrase for group in GROUPS for phrase in group]
    + [
        '"Look up"',
        "`then load`",
        "https://a.example/look-up?x=1",
        "{fault}",
        "59 yuan",
        "3.5%",
        "not",
        "never",
        "Émile",
    ]
)


@given(st.lists(PIECES, max_size=8), st.integers(0, 999))
@settings(max_examples=150)
def test_verbatim_parts_and_negations_survive(pieces, seed):
    text = ". ".join(pieces)
    changed = by_rules(text, random.Random(seed))
    assert facts(changed) == facts(text)
    assert negations(changed) == negations(text)
    assert changed == by_rules(text, random.Random(seed))


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group[0])
def test_phrases_of_a_group_deny_alike(group):
    assert len(group) > 1
    assert all(means_alike(group[0], phrase) for phrase in group)
    assert all(phrase == phrase.lower() for phrase in group)


def test_no_phrase_is_in_two_groups():
    phrases = [phrase for group in GROUPS for phrase in group]
    assert len(phrases) == len(set(phrases))


def test_kept_phrases_stay_and_others_change():
    found = {by_rules("Look it up with `x`. Do not guess.", random.Random(seed), ["Do not guess"]) for seed in range(9)}
    assert len(found) > 1
    assert all(text.endswith(" `x`. Do not guess.") for text in found)


PART_OF_A_CLAUSE = [
    "The file you wrote is kept.",
    "Look at the file you wrote.",
    "Reply in English.",
    "Never guess API names.",
    "Raises an error on wrong arguments.",
    "Find organizations by name; fetch: a function. The cache key for this fetch.",
    "Show, list, or find.",
]


@pytest.mark.parametrize("text", PART_OF_A_CLAUSE)
def test_a_phrase_within_a_longer_clause_stays(text):
    assert {by_rules(text, random.Random(seed)) for seed in range(30)} == {text}


ONE_CLAUSE = [phrase for group in GROUPS for phrase in group if not set(phrase) & set(",:")]


@given(st.sampled_from(ONE_CLAUSE), st.integers(0, 999))
def test_no_phrase_is_replaced_before_words_that_go_on(phrase, seed):
    assert by_rules(f"{phrase} zebra", random.Random(seed)) == f"{phrase} zebra"


DESCRIPTIONS = [
    "Use it for all of these: open, get the facts and answers, check the order",
    "Not for: small talk, orders",
]


@given(st.integers(0, 9999))
def test_what_follows_a_colon_and_is_no_title_stays(seed):
    assert rewrite(DESCRIPTIONS, random.Random(seed), 1.0) == DESCRIPTIONS


def test_a_text_without_known_phrases_stays():
    assert by_rules("Nobody curated this.", random.Random(1)) == "Nobody curated this."


@given(st.integers(0, 9999))
@settings(max_examples=60)
def test_titles_stay_different(seed):
    descriptions = [
        "A: stock and delivery",
        "B: supply and delivery",
        "C: link price",
        "D: link cost",
        "What a link costs",
    ]
    rewritten = rewrite(descriptions, random.Random(seed), 1.0)
    assert len({title(description) for description in rewritten}) == len(descriptions)


def sentences():
    """Each sentence of the default harness that a transform may reword."""
    for block in HARNESS.prompt:
        yield from (line for line in block.text.splitlines() if line.strip() and line[0] != "#")
    for item in (*HARNESS.skills, *HARNESS.tools):
        yield item.description.rpartition(": ")[0]
    for skill in HARNESS.skills:
        yield skill.body.splitlines()[0]
        yield from (rule.text for rule in skill.rules if not is_framed(rule))
    yield from (hook.message for hook in HARNESS.hooks)


@pytest.mark.parametrize("text", dict.fromkeys(sentences()))
def test_every_sentence_can_be_said_in_eight_ways(text):
    assert len({by_rules(text, random.Random(seed)) for seed in range(300)}) >= 8


@pytest.mark.parametrize("frames", FRAMES.values(), ids=FRAMES)
def test_every_checked_rule_can_be_said_in_eight_ways(frames):
    assert len(set(frames)) >= 8
    assert len({negations(frame) for frame in frames}) == 1
