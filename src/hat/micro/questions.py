"""How people ask."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from hat.micro.synthetic.things import Attribute
from hat.micro.synthetic.values import NAMES
from hat.micro.wild import stranger

_NOISE = ("lol", "hi all", "nice", "777", "first time here", "good evening", "haha", "wow", "ok", "hello from {n}")
_ASK = ("{q}?", "{q}", "{q} please", "hey {q}?", "{Q}?", "can you tell me {q}?", "pls {q}", "{q}, thanks", "{Q} now?")
_PLAIN = ("what is the {name} of {{x}}", "{name} of {{x}}", "tell me the {name} of {{x}}")
_SECOND = (" for {}", " in {}", ", {}", " with {}", " on {}")


@dataclass(frozen=True)
class People:
    """Those who write in one document: in a group chat, or one person alone; `strangers` have any nickname."""

    chatty: bool
    rng: random.Random
    strangers: bool = False

    def message(self, questions: Sequence[str]) -> str:
        """The questions as one message, or as lines of a group chat with noise between."""
        asked = [self.rng.choice(_ASK).format(q=q, Q=q.capitalize()) for q in questions]
        if not self.chatty:
            return " ".join(asked)
        noise = [self._noise() for _ in range(self.rng.choice([0, 0, 1, 2]))]
        lines = asked + noise
        self.rng.shuffle(lines)
        return "\n".join(f"{self._nickname()}: {line}" for line in lines)

    def _noise(self) -> str:
        return self.rng.choice(_NOISE).format(n=self.rng.choice(NAMES))

    def _nickname(self) -> str:
        if self.strangers:
            return stranger(self.rng)
        return f"{self.rng.choice(NAMES).lower()}{self.rng.randint(1, 99)}"


def question(attribute: Attribute, thing: str, second: str | None, rng: random.Random) -> str:
    """A question for one attribute, sometimes with the attribute's own name; `second` is the second parameter."""
    plain = tuple(text.format(name=attribute.name) for text in _PLAIN)
    asked = rng.choice(attribute.questions if rng.random() < 0.65 else plain).format(x=thing)
    return asked + in_addition(second, rng)


def in_addition(second: str | None, rng: random.Random) -> str:
    """How a question gives the second parameter, where there is one."""
    return rng.choice(_SECOND).format(second) if second else ""
