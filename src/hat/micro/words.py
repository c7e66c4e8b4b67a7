"""General English words and names made of nothing, for the synthetic corpus; none of live commerce."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

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


_FUNCTION = frozenset(
    (
        "a about all am an and any are at be been by can come could day do does for from get give go had has have hey "
        "his how i if in is it its just know long like many may me much must my new no not now of off on one or our "
        "out please really say should so some still take tell than that the their them then there these they this to "
        "until up us was we what when where which who whose why will with would yet you your {x}"
    ).split()
)
"""Words that do not say what a sentence is about."""


def topic(sentence: str, known: Sequence[str] = ()) -> str:
    """The words of a sentence that say what it is about, as they stand in it.

    The first of the `known` ones that occurs; else the first two, or one, in a row that are no function words; else how
    the sentence begins.
    """
    for words in known:
        if re.search(rf"\b{re.escape(words)}\b", sentence):
            return words
    run: list[str] = []
    for word in re.findall(r"[{}\w]+", sentence):
        if word not in _FUNCTION:
            run.append(word)
        elif run:
            break
    return " ".join(run[:2] or sentence.split()[:2])


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
