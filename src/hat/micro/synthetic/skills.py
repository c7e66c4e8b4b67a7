"""Random skills: reply skills for groups of tools, and skills for the situations that are no plain question."""

from __future__ import annotations

import random
from collections.abc import Sequence

from hat.harness.state import Rule, Skill, Tool
from hat.micro.synthetic.naming import Names, noisy, some_title
from hat.micro.synthetic.rules import body, no_tool, reply_rules, strategy_rules, with_mention
from hat.micro.synthetic.situations import Situation
from hat.micro.synthetic.topics import Group
from hat.micro.words import phrase


def reply_skill(noun: str, groups: Sequence[Group], tools: Sequence[Tool], names: Names, rng: random.Random) -> Skill:
    """The reply skill for some groups of a thing and their tools."""
    attributes = [attribute for group in groups for attribute in group.attributes]
    about = [attribute.name for attribute in attributes]
    listed = rng.choice([" or ", ", ", " and "]).join(attribute.described(rng) for attribute in attributes)
    lead = rng.choice(
        [
            f"Questions about {listed}",
            f"When someone asks about {listed}",
            f"For {listed} of a {noun}",
            f"{listed.capitalize()}",
        ]
    )
    name = _name(names, [about[0].split()[0], rng.choice(["help", "talk", "desk", "rules", noun])])
    text = body(rng.choice(about), reply_rules(rng, [tool.name for tool in tools]), rng)
    return Skill(name, f"{noisy(lead, rng)}: {some_title(about, rng)}", "reply", text)


def situation_skill(situation: Situation, names: Names, rng: random.Random) -> Skill:
    """The reply skill for a situation. Where people ask nothing that a tool could answer, it says what to mention."""
    title = _title(situation, rng)
    name = _name(names, title.split())
    rules = reply_rules(rng, [])
    if situation.say:
        rules = with_mention(rules, rng)
        if rng.random() < 0.4:
            rules.insert(rng.randrange(len(rules) + 1), no_tool(rng))
    return _situation_skill(situation, name, title, rules, rng)


def strategy_skill(
    situation: Situation, tools: Sequence[Tool], covers: Sequence[Skill], names: Names, rng: random.Random
) -> tuple[Skill, int]:
    """The strategy skill for a situation, and the index of the tool whose fact the reply needs.

    `covers[i]` is the reply skill of `tools[i]`: the strategy's last rule says to load it.
    """
    title = _title(situation, rng)
    name = _name(names, title.split())
    index = rng.randrange(len(tools))
    rules = strategy_rules(rng, tools[index].name, covers[index].name)
    return _situation_skill(situation, name, title, rules, rng), index


def _title(situation: Situation, rng: random.Random) -> str:
    return rng.choice(situation.titles) if rng.random() < 0.75 else phrase(rng, 1, 2)


def _situation_skill(situation: Situation, name: str, title: str, rules: Sequence[Rule], rng: random.Random) -> Skill:
    description = f"{noisy(rng.choice(situation.descriptions), rng)}: {title}"
    return Skill(name, description, situation.kind, body(title, rules, rng))


def _name(names: Names, words: Sequence[str]) -> str:
    return names.fresh(words, "-").replace("_", "-")
