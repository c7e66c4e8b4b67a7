from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from hat.room.catalogue import SPLITS, find_room
from hat.room.danmaku import NAMES, NOISE, PHRASINGS, of_split
from hat.room.sampler import INTENTS, make_requests
from hat.room.tools import look_up

seeds = st.integers(0, 2**32)
splits = st.sampled_from(SPLITS)


@settings(max_examples=20)
@given(splits, seeds, st.integers(1, 60), st.integers(1, 60))
def test_a_larger_count_only_adds_requests(split, seed, few, more):
    requests = make_requests(split, few + more, seed)
    assert make_requests(split, few, seed) == requests[:few]
    assert len({r.id for r in requests}) == few + more


@settings(max_examples=20)
@given(splits, seeds)
def test_ground_truth_is_what_the_room_says(split, seed):
    for request in make_requests(split, 28, seed):
        room = find_room(request.room)
        for need in request.needs:
            assert look_up(room, need.implementation, need.arguments)[need.field] == need.value
        assert 1 <= len(request.window) <= 3
        assert len({d.viewer for d in request.window}) == len(request.window)


@settings(max_examples=20)
@given(splits, seeds)
def test_a_question_names_what_its_tools_need(split, seed):
    for request in make_requests(split, 28, seed):
        for need in request.needs:
            assert all(re.search(rf"\b{value}\b", request.text) for value in need.arguments.values())


def test_intents_come_in_equal_shares_and_random_order():
    requests = make_requests("train", 14 * 20, 0)
    shares = [sum(r.intents[0] == intent for r in requests) for intent in INTENTS]
    assert shares == [20] * 14
    assert len({tuple(r.intents[0] for r in requests[i : i + 14]) for i in range(0, 280, 14)}) == 20


def test_a_choice_of_intents_keeps_the_content_of_an_id():
    known = {r.id: r for r in make_requests("dev", 140, 1)}
    chosen = make_requests("dev", 140, 1, intents=("price",))
    assert {r.intents for r in chosen} == {("price",)}
    assert all(known[r.id] == r for r in chosen if r.id in known)


def test_splits_share_no_room_viewer_phrasing_or_noise():
    made = {split: make_requests(split, 400, 7) for split in SPLITS}
    for field in (
        lambda r: {r.room},
        lambda r: {d.viewer for d in r.window},
        lambda r: {p.name for p in find_room(r.room).products},
    ):
        train, dev, test = (set().union(*map(field, made[split])) for split in SPLITS)
        assert len(train | dev | test) == len(train) + len(dev) + len(test)


def test_every_text_belongs_to_one_split():
    for texts in (*PHRASINGS.values(), NOISE, NAMES):
        assert tuple(text for split in SPLITS for text in of_split(texts, split)) == tuple(texts)
        assert len(set(texts)) == len(texts)
    assert all(len(texts) >= 12 for texts in PHRASINGS.values())
