from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hat.harness.renaming.spans import facts, negations
from hat.harness.state import title
from hat.hsa.descriptions import rewrite
from hat.hsa.paraphrase import means_alike, paraphrase
from hat.hsa.phrasings import GROUPS

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
    changed = paraphrase(text, random.Random(seed))
    assert facts(changed) == facts(text)
    assert negations(changed) == negations(text)
    assert changed == paraphrase(text, random.Random(seed))


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group[0])
def test_phrases_of_a_group_deny_alike(group):
    assert len(group) > 1
    assert all(means_alike(group[0], phrase) for phrase in group)
    assert all(phrase == phrase.lower() for phrase in group)


def test_no_phrase_is_in_two_groups():
    phrases = [phrase for group in GROUPS for phrase in group]
    assert len(phrases) == len(set(phrases))


def test_kept_phrases_stay_and_others_change():
    found = {
        paraphrase("Look it up with `x`. Do not guess.", random.Random(seed), ["Do not guess"]) for seed in range(9)
    }
    assert len(found) > 1
    assert all(text.endswith(" `x`. Do not guess.") for text in found)


def test_a_text_without_known_phrases_stays():
    assert paraphrase("Nobody curated this.", random.Random(1)) == "Nobody curated this."


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
