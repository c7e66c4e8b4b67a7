from __future__ import annotations

import json
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hat.harness.renaming.mentions import is_identifier
from hat.hsa.names import RESERVED, TRAIN_STYLES, Names, split

MAKE = {
    "kebab": lambda names, old: names.new(old, "kebab"),
    "snake": lambda names, old: names.new(old, "snake"),
    "camel": lambda names, old: names.camel(old),
}
SHAPE = {
    "kebab": r"[a-z][a-z0-9]*(-[a-z0-9]+)*",
    "snake": r"[a-z][a-z0-9]*(_[a-z0-9]+)*",
    "camel": r"[a-z][a-z0-9]*([A-Z][a-z0-9]*)+",
}
FOUND = ["get_price", "link", "small-talk", "order_id", "getPrice", "a", "2fa_code", "x" * 64, "get_" * 16]
OLD = (
    st.sampled_from(FOUND)
    | st.from_regex(r"[A-Za-z0-9_-]{1,64}", fullmatch=True)
    | st.text(min_size=1, max_size=80).map(lambda name: f"${name}")
).filter(lambda name: any(map(str.isalpha, name)))
"""Names of tools and skills, and of parameters, which may be any text."""


@given(st.lists(OLD, min_size=1, max_size=12), st.sampled_from(sorted(MAKE)), st.integers(0, 10**6))
@settings(max_examples=300)
def test_a_new_name_is_valid_and_like_no_other(olds, convention, seed):
    taken = {*olds, "fetch", "fetch_cost", "Fetch-Cost", "fetchCostInfo"}
    names = Names(taken, random.Random(seed))
    made = [MAKE[convention](names, old) for old in olds for _ in range(3)]
    for name in made:
        assert re.fullmatch(SHAPE[convention], name)
        assert re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", name), "MCP and model APIs take no other"
        assert json.dumps(name, ensure_ascii=False) == f'"{name}"', "the chat template writes calls as JSON"
    folded = [name.casefold() for name in made]
    assert len(set(folded)) == len(folded)
    assert not set(folded) & {word.casefold() for word in (*taken, *RESERVED)}
    assert all(is_identifier(name) for name, old in zip(made[::3], olds, strict=True) if is_identifier(old))


@given(st.sampled_from(sorted(MAKE)), st.sampled_from(FOUND), st.integers(0, 10**6))
def test_there_is_a_name_even_when_all_others_are_taken(convention, old, seed):
    """The proposals of a seed, taken beforehand, are not made again."""
    first = Names([old], random.Random(seed))
    taken = {old, *(MAKE[convention](first, old) for _ in range(40))}
    again = Names(taken, random.Random(seed))
    assert not taken & {MAKE[convention](again, old) for _ in range(10)}


@pytest.mark.parametrize("old", ["404", "1-299", "_", "5"])
@pytest.mark.parametrize("convention", MAKE)
def test_a_name_that_could_be_a_number_stays(old, convention):
    assert MAKE[convention](Names([old], random.Random(0)), old) == old


def test_a_long_name_is_cut_between_words():
    old = "shopify-polaris-customer-account-extensions"
    made = [Names([old], random.Random(seed)).new(old, "kebab") for seed in range(60)]
    assert any(name.endswith("-customer-account") for name in made)
    assert not [name for name in made if "account-" in name and not name.endswith("-extensions")]


@pytest.mark.parametrize("style", dict.fromkeys(TRAIN_STYLES), ids=lambda style: style.__name__)
def test_each_style_has_much_to_say(style):
    made = {"_".join(style("get_price", random.Random(seed))) for seed in range(200)}
    assert len(made) > 3


def test_names_are_split_in_any_convention():
    assert split("get_price") == split("get-price") == split("getPrice") == ["get", "price"]
    assert split("readHTTPStatus2") == ["read", "http", "status", "2"]
