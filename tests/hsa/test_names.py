from __future__ import annotations

import random
import re

from hypothesis import given, settings
from hypothesis import strategies as st

from hat.harness.renaming.mentions import is_identifier
from hat.hsa.names import TRAIN_STYLES, camel_name, new_name, split

VALID = {"skill": r"[a-z0-9]+(-[a-z0-9]+)*", "tool": r"[A-Za-z0-9_-]{1,64}", "parameter": r"[A-Za-z_][A-Za-z0-9_]*"}
OLD = st.sampled_from(["get_price", "link", "small-talk", "order_id", "getPrice", "a", "after-sales", "x" * 60])


@given(OLD, st.sampled_from(sorted(VALID)), st.sampled_from(TRAIN_STYLES), st.integers(0, 10**6))
@settings(max_examples=200)
def test_new_names_are_valid_and_do_not_collide(old, role, style, seed):
    taken = {old}
    rng = random.Random(seed)
    names = [new_name(old, role, style, rng, taken) for _ in range(30)]
    assert len({*names, old}) == 31
    assert all(re.fullmatch(VALID[role], name) and len(name) <= 64 for name in names)
    assert all(is_identifier(name) for name in names if is_identifier(old))


@given(OLD, st.integers(0, 10**6))
def test_camel_names_are_identifiers(old, seed):
    taken = {old}
    names = [camel_name(old, random.Random(seed), taken) for _ in range(10)]
    assert len(set(names)) == 10
    assert all(re.fullmatch(r"[a-z][A-Za-z0-9]*", name) and is_identifier(name) for name in names)


def test_names_are_split_in_any_convention():
    assert split("get_price") == split("get-price") == split("getPrice") == ["get", "price"]
    assert split("readHTTPStatus2") == ["read", "http", "status", "2"]
