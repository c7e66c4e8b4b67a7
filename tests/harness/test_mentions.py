from __future__ import annotations

from dataclasses import replace

import pytest

from hat.harness.renaming.mapping import NameMapping
from hat.harness.renaming.mentions import Renamer, rename
from hat.harness.state import HarnessState, Hook, PromptBlock, Skill, Tool

NAMES = NameMapping(
    skills={"price-talk": "zorvik-plu", "refunds": "money-back"},
    tools={"get_price": "fetch_cost", "search": "brenta", "get_coupon": "get_coupon"},
    parameters={
        "get_price": {"link": "slot", "order_id": "ref_no"},
        "search": {"link": "slot", "text": "words"},
        "get_coupon": {"link": "slot"},
    },
)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Use `get_price` first.", "Use `fetch_cost` first."),
        ("Use get_price first, then get_price.", "Use fetch_cost first, then fetch_cost."),
        ("Load `price-talk` or `refunds`.", "Load `zorvik-plu` or `money-back`."),
        ("Ask get_price/get_coupon.", "Ask fetch_cost/get_coupon."),
        ("Call `get_price(link=3, order_id)`.", "Call `fetch_cost(slot=3, ref_no)`."),
        ('Call `load_skill("price-talk")`.', 'Call `load_skill("zorvik-plu")`.'),
        ("The `link` and the `order_id`.", "The `slot` and the `ref_no`."),
        ("Give order_id.", "Give ref_no."),
        ("```\nget_price link\n```", "```\nfetch_cost link\n```"),
    ],
)
def test_mentions_are_replaced(before, after):
    assert Renamer(NAMES).text(before) == after
    assert Renamer(NAMES.inverse()).text(after) == before


@pytest.mark.parametrize(
    "text",
    [
        "A link costs 59 yuan; search for refunds.",
        'Say "get_price is great" and "price-talk".',
        "See https://shop.example/get_price?tool=get_price and ./hooks/get_price.sh",
        "get_price_now, my_get_price, get_price-old, price-talks, {get_price}, get_price.json",
        "`the link` costs `59 yuan`",
        "<!-- rule: get_price -->",
    ],
)
def test_nothing_else_is(text):
    assert Renamer(NAMES).text(text) == text


def state() -> HarnessState:
    schema = {
        "type": "object",
        "description": "Input of get_price: `link`",
        "properties": {
            "link": {"type": "integer", "description": "a link for `get_price`", "examples": ["get_price"]},
            "order_id": {"type": "object", "properties": {"link": {"enum": ["get_price", "link"]}}},
        },
        "required": ["link"],
        "dependentRequired": {"link": ["order_id"]},
        "anyOf": [{"required": ["order_id"]}, True],
    }
    return HarnessState(
        name="get_price",
        version="1",
        language="en",
        limits={},
        prompt=(PromptBlock("get_price", "Use `get_price` at most {get_price} times.", extra={"see": ["price-talk"]}),),
        skills=(
            Skill("price-talk", "Talk of get_price: price talk", "reply", "- See `refunds`.\n"),
            Skill("refunds", "Refunds: refunds", "reply", '- Say "refunds"\n', {"related": {"skills": ["price-talk"]}}),
        ),
        tools=(
            Tool("get_price", "Price of `link`", schema, "get_price", parameter_names={"order_id": "order"}),
            Tool("search", "Search, unlike get_price", {"properties": {"link": {}, "text": {}}}, "search"),
            Tool("get_coupon", "Coupon", {"properties": {"link": {}}}, "coupon"),
        ),
        hooks=(
            Hook("PreToolUse", matcher="get_price|search", builtin="tool-arguments", message="get_price needs `link`"),
            Hook("PreToolUse", matcher="get_.*", command="./get_price.sh --tool=get_price", options={"t": ["search"]}),
            Hook("PostToolUse", matcher=".*", builtin="retry-control"),
        ),
    )


def test_a_rename_reaches_every_place_and_no_other():
    new = rename(state(), NAMES)
    price, search, coupon = new.tools
    assert (new.name, new.prompt[0].id) == ("get_price", "get_price")
    assert new.prompt[0].text == "Use `fetch_cost` at most {get_price} times."
    assert new.prompt[0].extra == {"see": ["zorvik-plu"]}
    assert new.skills[0] == Skill("zorvik-plu", "Talk of fetch_cost: price talk", "reply", "- See `money-back`.\n")
    assert (new.skills[1].body, new.skills[1].extra) == ('- Say "refunds"\n', {"related": {"skills": ["zorvik-plu"]}})
    assert (price.name, price.description, price.implementation) == ("fetch_cost", "Price of `slot`", "get_price")
    assert price.parameter_names == {"slot": "link", "ref_no": "order"}
    assert price.input_schema == {
        "type": "object",
        "description": "Input of fetch_cost: `slot`",
        "properties": {
            "slot": {"type": "integer", "description": "a link for `fetch_cost`", "examples": ["get_price"]},
            "ref_no": {"type": "object", "properties": {"link": {"enum": ["get_price", "link"]}}},
        },
        "required": ["slot"],
        "dependentRequired": {"slot": ["ref_no"]},
        "anyOf": [{"required": ["ref_no"]}, True],
    }
    assert (search.description, search.parameters) == ("Search, unlike fetch_cost", ("slot", "words"))
    assert coupon.parameter_names == {"slot": "link"}
    assert (new.hooks[0].matcher, new.hooks[0].message) == ("fetch_cost|brenta", "fetch_cost needs `slot`")
    assert new.hooks[1].matcher == "fetch_cost|get_coupon"
    assert new.hooks[1].command == "./get_price.sh --tool=fetch_cost"
    assert (new.hooks[1].options, new.hooks[2].matcher) == ({"t": ["brenta"]}, ".*")


def test_renaming_there_and_back_is_the_identity():
    plain = replace(state(), hooks=(state().hooks[0], state().hooks[2]))
    assert rename(rename(plain, NAMES), NAMES.inverse()) == plain


def test_names_can_be_exchanged():
    swap = NameMapping(tools={"get_price": "get_coupon", "get_coupon": "get_price"})
    assert Renamer(swap).text("`get_price`, then get_coupon") == "`get_coupon`, then get_price"
    assert Renamer(swap).matcher("get_price|load_skill") == "get_coupon|load_skill"


def test_parameters_that_differ_by_tool_are_renamed_in_their_tool_only():
    names = replace(NAMES, parameters={**NAMES.parameters, "search": {"link": "place", "text": "words"}})
    assert Renamer(names).text("`link`") == "`link`"
    assert Renamer(names).text("`link`", "search") == "`place`"
    assert Renamer(names).text("`search(link)` or `get_price(link)`") == "`brenta(place)` or `fetch_cost(slot)`"
