from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hat.harness.renaming.mentions import is_identifier
from hat.hsa.names import RESERVED, TRAIN_STYLES, Names, split

VALID = {"kebab": r"[a-z0-9]+(-[a-z0-9]+)*", "snake": r"[a-z][a-z0-9]*(_[a-z0-9]+)*"}
OLD = st.sampled_from(["get_price", "link", "small-talk", "order_id", "getPrice", "a", "after-sales", "x" * 60])


@given(OLD, st.sampled_from(sorted(VALID)), st.integers(0, 10**6))
@settings(max_examples=200)
def test_new_names_are_valid_and_do_not_collide(old, convention, seed):
    names = Names([old], random.Random(seed))
    made = [names.new(old, convention) for _ in range(30)]
    assert len({name.casefold() for name in (*made, old, *RESERVED)}) == 31 + len(RESERVED)
    assert all(re.fullmatch(VALID[convention], name) and len(name) <= 64 for name in made)
    assert all(is_identifier(name) for name in made if is_identifier(old))


@given(OLD, st.integers(0, 10**6))
def test_camel_names_are_identifiers(old, seed):
    names = Names([old], random.Random(seed))
    made = [names.camel(old) for _ in range(10)]
    assert len({name.casefold() for name in made}) == 10
    assert all(re.fullmatch(r"[a-z][A-Za-z0-9]*", name) and is_identifier(name) for name in made)


@pytest.mark.parametrize("style", dict.fromkeys(TRAIN_STYLES), ids=lambda style: style.__name__)
def test_each_style_has_much_to_say(style):
    made = {"_".join(style("get_price", random.Random(seed))) for seed in range(200)}
    assert len(made) > 3


def test_names_are_split_in_any_convention():
    assert split("get_price") == split("get-price") == split("getPrice") == ["get", "price"]
    assert split("readHTTPStatus2") == ["read", "http", "status", "2"]
