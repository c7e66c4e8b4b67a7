"""Names, titles and wordings, as different people would choose them."""

from __future__ import annotations

import random
from collections.abc import Sequence

from hat.micro.words import WORDS, identifier, phrase


class Names:
    """The names of one harness: no two are the same."""

    def __init__(self, rng: random.Random, taken: set[str]) -> None:
        self._rng = rng
        self._taken = taken

    def fresh(self, words: Sequence[str], separator: str) -> str:
        """A new name of these words, or of nothing; words are added until it is new."""
        words = list(words)
        while (name := identifier(self._rng, words, separator)) in self._taken:
            words = [*words, self._rng.choice(WORDS)]
        self._taken.add(name)
        return name


def noisy(text: str, rng: random.Random) -> str:
    """The text, sometimes without one of its words, sometimes with a stray one."""
    words = text.split()
    if rng.random() < 0.15 and len(words) > 4:
        del words[rng.randrange(len(words))]
    if rng.random() < 0.3:
        words.insert(rng.randrange(len(words) + 1), rng.choice(WORDS))
    return " ".join(words)


def some_title(names: Sequence[str], rng: random.Random) -> str:
    """A title for something that is about these attributes: mostly their names, sometimes words of no meaning."""
    return phrase(rng, 1, 2) if rng.random() < 0.25 else " and ".join(names[:2])
