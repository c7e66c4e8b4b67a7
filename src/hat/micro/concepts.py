"""Random concepts for one synthetic harness: what tools and skills it has, before anything is named or worded."""

from __future__ import annotations

import random
from dataclasses import dataclass

from hat.micro.domains import NAMES, SECOND_VALUES, THINGS, UNITS, Attribute, Thing, value
from hat.micro.words import WORDS


@dataclass(frozen=True)
class Group:
    """What one tool answers: one or two attributes of a thing; `second` says whether it takes the second parameter."""

    attributes: tuple[Attribute, ...]
    second: bool


@dataclass(frozen=True)
class Topic:
    """What one harness is about: a thing and its tools, and skills that cover some of the tools (by index)."""

    thing: Thing
    groups: tuple[Group, ...]
    skills: tuple[tuple[int, ...], ...]


def invented_thing(rng: random.Random) -> Thing:
    """A thing whose noun and attributes are random words, so that nothing about it can be known, only read."""
    words = rng.sample(WORDS, 9)
    kinds = [*UNITS, "time", "day", "color", "place", "state", "stuff", "name"]
    attributes = tuple(
        Attribute(
            word if rng.random() < 0.6 else f"{word} {rng.choice(WORDS)}",
            (
                f"what is the {word} of {{x}}",
                f"which {word} does {{x}} have",
                f"how about the {word} of {{x}}",
                f"{word} of {{x}}",
            ),
            rng.choice(kinds),
        )
        for word in words[1:]
    )
    second = rng.choice(list(SECOND_VALUES))
    return Thing(words[0], rng.choice(["number", "number", "name"]), attributes, (second, second))


def make_topic(rng: random.Random, invented: float, tools: tuple[int, int]) -> Topic:
    """A random topic with `tools` (low, high) tools; its thing is invented with probability `invented`."""
    thing = invented_thing(rng) if rng.random() < invented else rng.choice(THINGS)
    attributes = rng.sample(thing.attributes, len(thing.attributes))
    groups: list[Group] = []
    count = rng.randint(*tools)
    while attributes and len(groups) < count:
        size = 2 if len(attributes) > 1 and rng.random() < 0.25 else 1
        groups.append(Group(tuple(attributes[:size]), rng.random() < 0.35))
        attributes = attributes[size:]
    order = rng.sample(range(len(groups)), len(groups))
    skills: list[tuple[int, ...]] = []
    while order:
        size = rng.choice([1, 2, 2, 3])
        skills.append(tuple(order[:size]))
        order = order[size:]
    return Topic(thing, tuple(groups), tuple(skills))


def thing_key(thing: Thing, rng: random.Random) -> int | str:
    """Which one: a number, or a name."""
    return rng.randint(1, 99) if thing.key == "number" else rng.choice(NAMES)


def second_value(thing: Thing, rng: random.Random) -> str:
    """A value for the thing's second parameter."""
    return rng.choice(SECOND_VALUES[thing.second[1]])


__all__ = ["Group", "Topic", "invented_thing", "make_topic", "second_value", "thing_key", "value"]
