"""Things that can be asked about, and their attributes."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Literal

from hat.micro.synthetic.values import KINDS, SECOND_VALUES, some_name, value
from hat.micro.words import different_words

Key = int | str
"""Which thing of its kind: a number, a code or a name."""
KeyKind = Literal["number", "code", "name"]
"""Numbers and codes are digits alike: tools mostly take the first as integers, the second as text."""

_QUESTIONS = (
    ("what is the {w} of {x}", "the {w}"),
    ("{w} of {x}", "{w}"),
    ("which {w} does {x} have", "which {w} it has"),
    ("tell me the {w} of {x}", "its {w}"),
    ("any {w} on {x}", "any {w}"),
    ("{x} {w}", "{w}"),
    ("how about the {w} of {x}", "the {w}"),
    ("is there a {w} for {x}", "what {w} there is"),
    ("when does {x} {w}", "when it does {w}"),
    ("how long until {x} can {w}", "how long until {w}"),
    ("can i {w} {x}", "how to {w} it"),
    ("where do you {w} {x}", "where to {w} it"),
    ("how {w} is {x}", "how {w} it is"),
    ("how many {w} are on {x}", "how many {w}"),
    ("does {x} {w} much", "if it does {w}"),
    ("who can {w} {x}", "who may {w} it"),
    ("{x}, what {w} is it", "what {w} it is"),
    ("{x} how much {w}", "how much {w}"),
    ("{x} is {w} of what", "what it is {w} of"),
    ("what {w} has {x}", "what {w} it has"),
    ("my {x}, is it {w}", "if it is {w}"),
    ("until when can i {w} {x}", "until when to {w} it"),
    ("{w} for {x}", "{w}"),
    ("do you still {w} {x}", "if we still {w} it"),
    ("where is {w} {k}", "where {w} is"),
    ("what is with {w} {k}", "any {w}"),
    ("my {w} {k}, where is it", "where a {w} is"),
    ("{w} {k} please", "{w}"),
)
"""How an invented attribute is asked for and how that is described; `{w}` is a random word.

`{x}` is the thing; `{k}` only which one it is, where the word stands for the thing.
"""


@dataclass(frozen=True)
class Attribute:
    """Something that can be asked of a thing: `kind` is that of its value.

    `questions` have `{x}` for the thing, or `{k}` for its key. Every description of it has all `wordings`.
    """

    name: str
    questions: tuple[str, ...]
    kind: str
    wordings: tuple[str, ...]

    @property
    def field(self) -> str:
        """The attribute's key in a tool result."""
        return self.name.replace(" ", "_")

    def described(self, rng: random.Random) -> str:
        """How a skill or tool says that it is about this: the wordings, and perhaps a question."""
        asked = [rng.choice(self.questions).format(x="it", k="one")] if rng.random() < 0.3 else []
        said = [*self.wordings, *asked]
        rng.shuffle(said)
        return ", ".join(said)

    def fact(self, rng: random.Random) -> tuple[str, str]:
        """The attribute's field and a value of it."""
        return self.field, value(self.kind, rng)


@dataclass(frozen=True)
class Thing:
    """A kind of object. `key` says how one is told from others: by `number` ("book 7"), `code` or `name` ("Oslo").

    `second` is the kind of second parameter that its tools take most often (see `SECOND_VALUES`).
    """

    noun: str
    key: KeyKind
    attributes: tuple[Attribute, ...]
    second: str

    def some_key(self, rng: random.Random) -> Key:
        """Which one."""
        if self.key == "name":
            return some_name(rng)
        few = rng.random() < (0.7 if self.key == "number" else 0.2)
        return rng.randint(1, 99) if few else rng.randint(100, 9999)

    def called(self, key: Key) -> str:
        """How people call the one with that key."""
        return str(key) if self.key == "name" else f"{self.noun} {key}"


def invented_thing(rng: random.Random) -> Thing:
    """A thing whose noun and attributes are random words, so that nothing about it can be known, only read."""
    noun, *words = different_words(rng, 17)
    attributes = tuple(_invented_attribute(words[i : i + 2], rng) for i in range(0, len(words), 2))
    key: KeyKind = rng.choice(["number", "number", "code", "name"])
    return Thing(noun, key, attributes, rng.choice(list(SECOND_VALUES)))


def _invented_attribute(words: list[str], rng: random.Random) -> Attribute:
    """An attribute that is asked for by one word or by two, each in its own way; its name is one of them or both."""
    asked = words[: rng.choice([1, 2])]
    ways = [(word, *rng.choice(_QUESTIONS)) for word in asked]
    questions = tuple(question.replace("{w}", word) for word, question, _ in ways)
    wordings = tuple(wording.replace("{w}", word) for word, _, wording in ways)
    name = words[0] if rng.random() < 0.7 else " ".join(words)
    return Attribute(name, questions, rng.choice(KINDS), wordings)
