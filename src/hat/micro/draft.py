"""An answer in the making."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

ADJECTIVES = ("old", "new", "big", "small", "good", "nice", "great", "strange", "quiet", "famous", "simple", "useful")
_SENTENCES = (
    "The {t} is {a}.", "I like the {t} a lot.", "Many people know the {t}.", "The {t} is a part of our life.",
    "You can see the {t} every day.", "It is good to know more about the {t}.", "There is a {a} {t} near my house.",
    "We talk about the {t} at home.", "My friend told me about the {t}.", "Some say that the {t} is {a}.",
)  # fmt: skip


@dataclass
class Draft:
    """Sentences, what stands before and after them, and how it all is written: its `case` and what wraps it."""

    sentences: list[str]
    before: str = ""
    after: str = ""
    case: Callable[[str], str] = str
    wrap: str = "{}"

    @property
    def text(self) -> str:
        """The answer. What stands after the sentences keeps its own case."""
        return self.wrap.format(self.case(self.before + " ".join(self.sentences)) + self.after)


def some_draft(topic: str, rng: random.Random) -> Draft:
    """Two or three sentences about a topic."""
    chosen = rng.sample(_SENTENCES, rng.randint(2, 3))
    return Draft([sentence.format(t=topic, a=rng.choice(ADJECTIVES)) for sentence in chosen])
