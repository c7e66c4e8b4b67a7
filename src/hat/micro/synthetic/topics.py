"""What one synthetic harness is about, before anything in it is named or worded."""

from __future__ import annotations

import random
from dataclasses import dataclass

from hat.micro.synthetic.domains import THINGS
from hat.micro.synthetic.things import Attribute, Thing, invented_thing
from hat.micro.synthetic.values import SECOND_VALUES, second_value


@dataclass(frozen=True)
class Group:
    """What one tool answers: one or two attributes of a thing; `second` is the kind of its second parameter."""

    attributes: tuple[Attribute, ...]
    second: str | None


@dataclass(frozen=True)
class Topic:
    """A thing, the groups that its tools answer, and the skills: each covers some of the groups (by index)."""

    thing: Thing
    groups: tuple[Group, ...]
    skills: tuple[tuple[int, ...], ...]

    def some_seconds(self, rng: random.Random) -> tuple[str | None, ...]:
        """For each group a value of its second parameter, None where it has none."""
        return tuple(group.second and second_value(group.second, rng) for group in self.groups)


def make_topic(rng: random.Random, invented: float, tools: tuple[int, int]) -> Topic:
    """A random topic with `tools` (low, high) tools; its thing is invented with probability `invented`."""
    thing = invented_thing(rng) if rng.random() < invented else rng.choice(THINGS)
    groups = _groups(thing, tools, rng)
    return Topic(thing, groups, _skills(len(groups), rng))


def _groups(thing: Thing, tools: tuple[int, int], rng: random.Random) -> tuple[Group, ...]:
    attributes = rng.sample(thing.attributes, len(thing.attributes))
    count = rng.randint(*tools)
    groups: list[Group] = []
    while attributes and len(groups) < count:
        size = 2 if len(attributes) > 1 and rng.random() < 0.35 else 1
        kind = thing.second if rng.random() < 0.5 else rng.choice(list(SECOND_VALUES))
        groups.append(Group(tuple(attributes[:size]), kind if rng.random() < 0.4 else None))
        attributes = attributes[size:]
    return tuple(groups)


def _skills(groups: int, rng: random.Random) -> tuple[tuple[int, ...], ...]:
    """The groups' indices in random order, one or two to a skill."""
    order = rng.sample(range(groups), groups)
    skills: list[tuple[int, ...]] = []
    while order:
        size = rng.choice([1, 1, 2, 2])
        skills.append(tuple(order[:size]))
        order = order[size:]
    return tuple(skills)
