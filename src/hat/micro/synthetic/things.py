"""Things that can be asked about, and their attributes."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Literal

from hat.micro.synthetic.values import KINDS, NAMES, SECOND_VALUES, value
from hat.micro.words import WORDS

Key = int | str
"""Which thing of its kind: a number or a name."""


@dataclass(frozen=True)
class Attribute:
    """Something that can be asked of a thing: `questions` have `{x}` for the thing; `kind` is that of its value."""

    name: str
    questions: tuple[str, ...]
    kind: str

    @property
    def field(self) -> str:
        """The attribute's key in a tool result."""
        return self.name.replace(" ", "_")

    def fact(self, rng: random.Random) -> tuple[str, str]:
        """The attribute's field and a value of it."""
        return self.field, value(self.kind, rng)


@dataclass(frozen=True)
class Thing:
    """A kind of object. `key` says how one is told from others: `number` ("book 7") or `name` ("Oslo").

    `second` is what some of its tools take besides the key (see `SECOND_VALUES`).
    """

    noun: str
    key: Literal["number", "name"]
    attributes: tuple[Attribute, ...]
    second: str

    def some_key(self, rng: random.Random) -> Key:
        """Which one: a number, or a name."""
        return rng.randint(1, 99) if self.key == "number" else rng.choice(NAMES)

    def some_second(self, rng: random.Random) -> str:
        """A value for the second parameter."""
        return rng.choice(SECOND_VALUES[self.second])

    def called(self, key: Key) -> str:
        """How people call the one with that key."""
        return f"{self.noun} {key}" if self.key == "number" else str(key)


def invented_thing(rng: random.Random) -> Thing:
    """A thing whose noun and attributes are random words, so that nothing about it can be known, only read."""
    noun, *names = rng.sample(WORDS, 9)
    attributes = tuple(_invented_attribute(name, rng) for name in names)
    second = rng.choice(list(SECOND_VALUES))
    key: Literal["number", "name"] = rng.choice(["number", "number", "name"])
    return Thing(noun, key, attributes, second)


def _invented_attribute(word: str, rng: random.Random) -> Attribute:
    questions = (
        f"what is the {word} of {{x}}",
        f"which {word} does {{x}} have",
        f"how about the {word} of {{x}}",
        f"{word} of {{x}}",
    )
    return Attribute(word if rng.random() < 0.6 else f"{word} {rng.choice(WORDS)}", questions, rng.choice(KINDS))
