"""How people ask."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from hat.micro.synthetic.things import Attribute, Key
from hat.micro.synthetic.values import some_name
from hat.micro.wild import nickname
from hat.micro.words import WORDS, topic

_NOISE = (
    "lol",
    "hi all",
    "nice",
    "777",
    "first time here",
    "good evening",
    "haha",
    "wow",
    "ok",
    "hello from {n}",
    "so {w}",
    "{d}",
    "{w}",
    "{w} {w}",
    "i am {w}",
    "yes",
    "hm",
)
_ASK = ("{q}?", "{q}", "{q}", "{q} please", "hey {q}?", "can you tell me {q}?", "pls {q}", "{q}, thanks", "{q} now?")
_PLAIN = ("what is the {name} of {{x}}", "{name} of {{x}}", "tell me the {name} of {{x}}")
_SECOND = (
    "{q} for {s}",
    "{q} in {s}",
    "{q}, {s}",
    "{q} with {s}",
    "{q} on {s}",
    "{q} to {s}",
    "{s}, {q}",
    "in {s}, {q}",
    "for {s} {q}",
    "{s} on {q}",
)


JOINED = " and "
"""Stands between questions of one message."""


@dataclass(frozen=True)
class People:
    """Those who write in one document: in a group chat, or one person alone."""

    chatty: bool
    rng: random.Random

    def message(self, questions: Sequence[str]) -> str:
        """The questions in this order, as one message or as lines of a group chat with noise between."""
        if not self.chatty:
            return JOINED.join(questions)
        lines = [JOINED.join(questions)] if self.rng.random() < 0.4 else list(questions)
        for _ in range(self.rng.choice([0, 0, 1, 2])):
            lines.insert(self.rng.randint(0, len(lines)), self._noise())
        return "\n".join(f"{nickname(self.rng)}: {line}" for line in lines)

    def asked(self, question: str) -> str:
        """The question as someone types it."""
        return self.rng.choice(_ASK).format(q=question)

    def _noise(self) -> str:
        digits = str(self.rng.randint(1, 9)) * self.rng.randint(1, 4)
        return self.rng.choice(_NOISE).format(n=some_name(self.rng), w=self.rng.choice(WORDS), d=digits)


@dataclass(frozen=True)
class Question:
    """What someone asks or says, and the words in it that tell what about."""

    text: str
    topic: str


def question(attribute: Attribute, thing: str, key: Key, second: str | None, rng: random.Random) -> Question:
    """A question for one attribute of the thing with that key, sometimes with the attribute's own name.

    `second` is the second parameter.
    """
    plain = tuple(text.format(name=attribute.name) for text in _PLAIN)
    asked = rng.choice(attribute.questions if rng.random() < 0.65 else plain)
    return Question(in_addition(asked.format(x=thing, k=key), second, rng), topic(asked))


def in_addition(text: str, second: str | None, rng: random.Random) -> str:
    """The question with the second parameter, where there is one."""
    return rng.choice(_SECOND).format(q=text, s=second) if second else text
