from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from hat.harness.state import Skill, Tool
from hat.hsa import make_variant
from tests.room.play import HARNESS

RENAMES = ("tool_definitions.rename_parameters", "tool_definitions.rename_camel")
SEEDS = st.integers(0, 10**6)


def tool(name: str, *parameters: str, description: str = "Reads a thing: thing") -> Tool:
    return Tool(name, description, {"type": "object", "properties": {p: {} for p in parameters}}, name)


def renamed(body: str, *tools: Tool, seed: int):
    skill = Skill("guide", "For all: guide", "reply", body)
    return make_variant(replace(HARNESS, skills=(skill,), tools=tools), seed, families=RENAMES)


@given(SEEDS)
def test_a_word_in_code_that_may_be_something_else_stays(seed):
    variant = renamed("Turn the interface into a `type`.\n", tool("read_issue", "type", "page"), seed=seed)
    assert variant.state.skills[0].body == "Turn the interface into a `type`.\n"
    assert variant.mapping.parameters["read_issue"]["type"] == "type"


@given(SEEDS)
def test_a_word_in_code_beside_its_tool_is_the_parameter(seed):
    variant = renamed("Call `read_issue` with `type`.\n", tool("read_issue", "type"), seed=seed)
    name = variant.mapping.tools["read_issue"]
    assert variant.state.skills[0].body == f"Call `{name}` with `{variant.mapping.parameters['read_issue']['type']}`.\n"


@given(SEEDS)
def test_a_word_in_single_quotes_of_its_tool_stays(seed):
    paged = tool("read_issue", "after", "perPage", description="Give 'perPage' and 'after' to page: pages")
    variant = renamed("Say it.\n", paged, seed=seed)
    names = variant.mapping.parameters["read_issue"]
    assert names["after"] == "after"
    assert variant.state.tools[0].description == f"Give '{names['perPage']}' and 'after' to page: pages"


@given(SEEDS)
def test_a_parameter_that_prose_names_is_called_alike_in_all_tools(seed):
    variant = renamed("Always pass order_id on.\n", tool("a_b", "order_id"), tool("c_d", "order_id"), seed=seed)
    names = {names["order_id"] for names in variant.mapping.parameters.values()}
    assert len(names) == 1
    assert variant.state.skills[0].body == f"Always pass {names.pop()} on.\n"
