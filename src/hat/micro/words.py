"""General English words and names made of nothing, for the synthetic corpus; none of live commerce."""

from __future__ import annotations

import random

from if_verifiable.ifeval.instructions_util import WORD_LIST

COMMERCE = frozenset(
    (
        "coupon stock ship shipping delivery buy buyer sell sale sales seller store shop cart gift discount refund "
        "warranty customer link live stream viewer brand pay payment"
    ).split()
)
"""Words of the domain that HAT teaches; no random word is one of them."""

WORDS: tuple[str, ...] = tuple(
    sorted({w for w in WORD_LIST if w.isalpha() and w.islower() and 3 <= len(w) <= 9 and w not in COMMERCE})
)
"""Lower-case words of three to nine letters, in alphabetical order."""

_SHORT = tuple(word for word in WORDS if len(word) <= 6)

_ONSETS = "b br c cr d dr f fl g gr h j k kl l m n p pl qu r s sk st t tr v w y z zh sh th".split()
_VOWELS = "a e i o u ai ea io ou".split()
_CODAS = ["", "", "", "n", "r", "x", "l", "m", "nd", "sk", "rt"]


def phrase(rng: random.Random, low: int = 2, high: int = 4) -> str:
    """A few short words in a row, `low` to `high` of them."""
    return " ".join(rng.sample(_SHORT, rng.randint(low, high)))


def nonsense(rng: random.Random, syllables: int | None = None) -> str:
    """A pronounceable word that means nothing, of two or three syllables unless told."""
    count = syllables or rng.randint(2, 3)
    return "".join(rng.choice(_ONSETS) + rng.choice(_VOWELS) + rng.choice(_CODAS) for _ in range(count))


def identifier(rng: random.Random, words: list[str], separator: str) -> str:
    """A name for a tool, skill or parameter: made of nothing, or of some of `words` and perhaps another; lower case."""
    if rng.random() < 0.45:
        parts = [nonsense(rng)] if rng.random() < 0.6 else [nonsense(rng, 1), nonsense(rng, rng.randint(1, 2))]
    else:
        parts = words[: rng.choice([2, 3])] if len(words) > 2 else words
        if rng.random() < 0.3:
            parts = [*parts, rng.choice(WORDS)]
    return separator.join(parts).lower()
