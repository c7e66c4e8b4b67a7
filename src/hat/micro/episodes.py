"""Documents of episodes in synthetic harnesses, whole or only their first turns."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from transformers import PreTrainedTokenizerBase

from hat.harness.render import system_message
from hat.micro.documents import Document, Piece
from hat.micro.episode import Episode
from hat.micro.questions import People
from hat.micro.synthetic.scenario import Scenario, make_scenario
from hat.micro.synthetic.situations import Role
from hat.micro.turns import END_OF_CALL, system_pieces
from hat.micro.wild import clutter, stretch
from hat.micro.words import phrase

Plan = tuple[Role | None, int]
"""What an episode is about: a situation's role (None for a plain question), and the tool that is asked for."""


def episode_document(
    rng: random.Random,
    tokenizer: PreTrainedTokenizerBase,
    invented: float,
    tools: tuple[int, int],
) -> Document:
    """A scenario (`invented` and `tools` are `make_topic`'s) and a few episodes in it, each about something else."""
    return _document(make_scenario(rng, invented, tools, extras=0.8), rng, tokenizer, branches=5)


def selection_document(
    rng: random.Random,
    tokenizer: PreTrainedTokenizerBase,
    invented: float,
    tools: tuple[int, int],
) -> Document:
    """First turns only: what is said, and the skill that it calls for."""
    whole = _document(make_scenario(rng, invented, tools, extras=0.7), rng, tokenizer, branches=12)
    return replace(whole, branches=tuple(_first_turn(branch) for branch in whole.branches))


def _document(scenario: Scenario, rng: random.Random, tokenizer: PreTrainedTokenizerBase, branches: int) -> Document:
    people = People(rng.random() < 0.7, rng)
    state = clutter(scenario.state, rng)
    prefix = system_pieces(system_message(state), tokenizer, state)
    episodes = [_branch(scenario, people, plan, rng) for plan in _plans(scenario, rng)[:branches]]
    return stretch(Document(prefix, tuple(episodes)), rng)


def _plans(scenario: Scenario, rng: random.Random) -> list[Plan]:
    """A plain question for each tool and each situation that the harness has a skill for, in random order."""
    count = len(scenario.tools)
    plans: list[Plan] = [(None, index) for index in range(count)]
    plans += [(role, rng.randrange(count)) for role in scenario.roles if role != "several" or count > 1]
    rng.shuffle(plans)
    return plans


def _branch(scenario: Scenario, people: People, plan: Plan, rng: random.Random) -> tuple[Piece, ...]:
    thing = scenario.topic.thing
    seconds, excuse, key = scenario.topic.some_seconds(rng), phrase(rng, 2, 3), thing.some_key(rng)
    return tuple(Episode(scenario, people, key, seconds, excuse, rng).play(*plan))


def _first_turn(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """The pieces up to the end of the first assistant turn, which loads a skill."""
    return tuple(pieces[: pieces.index(END_OF_CALL) + 1])
