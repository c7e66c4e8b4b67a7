"""Synthetic harnesses: random topics, worded and named at random, in the format of real ones."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hat.harness.state import HarnessState, PromptBlock, Skill, Tool
from hat.micro.synthetic.naming import Names
from hat.micro.synthetic.situations import SITUATIONS, Role
from hat.micro.synthetic.skills import reply_skill, situation_skill, strategy_skill
from hat.micro.synthetic.tools import some_tool_maker
from hat.micro.synthetic.topics import Topic, make_topic
from hat.micro.words import WORDS

_BLOCKS = (
    "You help people with questions about {noun}s. Answer from the tools.",
    "First load a skill that fits. Then use the tools it needs. Then reply.",
    "Write at most {{n}} sentences. Use simple words.",
    "Never make up numbers. If a tool fails, say so.",
    "Be friendly to everyone. Do not talk about politics.",
    "A reply has no list and no link. Keep it under {{n}} words.",
    "Load at least one reply skill before the answer.",
    "Think in short notes before each step.",
    "Today is a {word} day at the {word2} desk. Speak for the team.",
    "Questions in one message belong together. Answer all of them.",
    "Do not promise what you cannot keep. Facts come from tools only.",
    "Stay polite when someone is rude. Do not share private data.",
)


@dataclass(frozen=True)
class Scenario:
    """A synthetic harness and what its names stand for.

    `tools[i]` answers group `i` of the topic and `covers[i]` is its reply skill. `roles` maps the roles of the
    situations that the harness provides for to their skills; `answers` maps a strategy's role to the tool whose fact
    it needs.
    """

    state: HarnessState
    topic: Topic
    tools: tuple[Tool, ...]
    covers: tuple[Skill, ...]
    roles: Mapping[Role, Skill]
    answers: Mapping[Role, int]


def make_scenario(rng: random.Random, invented: float, tools: tuple[int, int], extras: float) -> Scenario:
    """A random harness over a random topic; `invented` and `tools` are `make_topic`'s.

    `extras` is the chance of each situation to have a skill.
    """
    topic = make_topic(rng, invented, tools)
    maker = some_tool_maker(topic.thing, rng)
    made = tuple(maker.make(index, group) for index, group in enumerate(topic.groups))
    covers = _covers(topic, made, maker.names, rng)
    roles, answers = _situations(made, covers, extras, maker.names, rng)
    skills = [*(covers[members[0]] for members in topic.skills), *roles.values()]
    listed = list(made)
    rng.shuffle(skills)
    rng.shuffle(listed)
    state = HarnessState("base", "1", "en", {}, _prompt(topic.thing.noun, rng), tuple(skills), tuple(listed), ())
    return Scenario(state, topic, made, covers, roles, answers)


def _covers(topic: Topic, tools: Sequence[Tool], names: Names, rng: random.Random) -> tuple[Skill, ...]:
    """The reply skill of each tool."""
    covers: dict[int, Skill] = {}
    for members in topic.skills:
        groups = [topic.groups[i] for i in members]
        skill = reply_skill(topic.thing.noun, groups, [tools[i] for i in members], names, rng)
        covers.update(dict.fromkeys(members, skill))
    return tuple(covers[i] for i in range(len(tools)))


def _situations(
    tools: Sequence[Tool], covers: Sequence[Skill], extras: float, names: Names, rng: random.Random
) -> tuple[dict[Role, Skill], dict[Role, int]]:
    """`roles` and `answers` of a scenario."""
    roles: dict[Role, Skill] = {}
    answers: dict[Role, int] = {}
    for role, situation in SITUATIONS.items():
        if rng.random() >= extras:
            continue
        if situation.kind == "strategy":
            roles[role], answers[role] = strategy_skill(situation, tools, covers, names, rng)
        else:
            roles[role] = situation_skill(situation, names, rng)
    return roles, answers


def _prompt(noun: str, rng: random.Random) -> tuple[PromptBlock, ...]:
    """Some blocks of a system prompt, in random order."""
    chosen = rng.sample(_BLOCKS, rng.randint(2, 6))
    return tuple(PromptBlock(f"b{i}", _filled(text, noun, rng)) for i, text in enumerate(chosen))


def _filled(text: str, noun: str, rng: random.Random) -> str:
    worded = text.format(noun=noun, word=rng.choice(WORDS), word2=rng.choice(WORDS))
    return worded.replace("{n}", str(rng.randint(2, 40)))
