"""ReAct traces: tools of a synthetic harness, all in the prompt; no skills."""

from __future__ import annotations

import json
import random

from transformers import PreTrainedTokenizerBase

from hat.agent.react import react_action, react_answer, react_system
from hat.agent.trajectory import ToolCall
from hat.harness.state import title
from hat.micro.documents import NAME, RULE, Document, Piece
from hat.micro.questions import People, question
from hat.micro.synthetic.scenario import Scenario, make_scenario
from hat.micro.synthetic.tools import arguments
from hat.micro.synthetic.values import second_value
from hat.micro.turns import END_OF_TURN, observation, system_pieces, user


def react_document(
    rng: random.Random, tokenizer: PreTrainedTokenizerBase, invented: float, tools: tuple[int, int]
) -> Document:
    """A scenario (`invented` and `tools` are `make_topic`'s) and up to four questions, each for another tool."""
    scenario = make_scenario(rng, invented, tools, extras=0.0)
    people = People(rng.random() < 0.5, rng)
    count = len(scenario.tools)
    chosen = rng.sample(range(count), min(4, count))
    branches = [_trace(scenario, people, index, rng) for index in chosen]
    return Document(system_pieces(react_system(scenario.state), tokenizer), tuple(branches))


def _trace(scenario: Scenario, people: People, index: int, rng: random.Random) -> tuple[Piece, ...]:
    """A question for tool `index`, the call, its result and the answer."""
    thing, group, tool = scenario.topic.thing, scenario.topic.groups[index], scenario.tools[index]
    attribute = rng.choice(group.attributes)
    key, second = thing.some_key(rng), group.second and second_value(group.second, rng)
    facts = dict(each.fact(rng) for each in group.attributes)
    asked = question(attribute, thing.called(key), key, second, rng)
    call = ToolCall(tool.name, arguments(tool, key, second))
    return (
        *user(people.message([people.asked(asked.text)])),
        (react_action(title(tool.description), call), NAME),
        END_OF_TURN,
        *observation(f"Observation: {json.dumps({thing.noun: key, **facts})}"),
        (react_answer(f"The {attribute.field} is {facts[attribute.field]}."), RULE),
        END_OF_TURN,
    )
