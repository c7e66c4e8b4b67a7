"""General English words and names made of nothing, for the synthetic corpus."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

from wordfreq import top_n_list

_SHOPPING = "cart coupon coupons discount refund seller shipping viewer viewers warranty yuan".split()
"""Words that everyone knows who shops, though they are not frequent."""

_CRUDE = re.compile("fuck|shit|bitch|sex|porn|rape$|suicid|^ass$|^dick$|^damn$|^hell$|murder|kill(ed|er|ing)?$")

_FUNCTION = frozenset(
    (
        "a about all am an and any are at be been by can come could day do does for from get give go had has have hey "
        "his how i if in is it its just know long like many may me much must my new no not now of off on one or our "
        "out please really say should so some still take tell than that the their them then there these they this to "
        "until up us was we what when where which who whose why will with would yet you your"
    ).split()
)
"""Words that do not say what a sentence is about."""

_SLOTS = frozenset(("{x}", "{k}"))
"""Stand for the thing in a question, and for its key."""

WORDS: tuple[str, ...] = tuple(
    sorted(
        {word for word in top_n_list("en", 3000) if re.fullmatch("[a-z]{3,9}", word) and not _CRUDE.search(word)}.union(
            _SHOPPING
        ).difference(_FUNCTION)
    )
)
"""Some 2,500 frequent lower-case words of three to nine letters, in alphabetical order, without function words."""

_GLUE = tuple(sorted(_FUNCTION))

_ONSETS = "b br c cr d dr f fl g gr h j k kl l m n p pl qu r s sk st t tr v w y z zh sh th".split()
_VOWELS = "a e i o u ai ea io ou".split()
_CODAS = ["", "", "", "n", "r", "x", "l", "m", "nd", "sk", "rt"]


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
        if word not in _FUNCTION and word not in _SLOTS:
            run.append(word)
        elif run:
            break
    return " ".join(run[:2] or [word for word in sentence.split() if word not in _SLOTS][:2])


def some_word(rng: random.Random) -> str:
    """A random word; one in four is made of nothing or cut short, so that it must be read rather than known."""
    draw = rng.random()
    if draw < 0.12:
        return nonsense(rng, rng.randint(1, 2))
    word = rng.choice(WORDS)
    short = word[: rng.randint(2, 4)]
    return short if draw < 0.25 and short not in _FUNCTION else word


def different_words(rng: random.Random, count: int) -> list[str]:
    """So many random words, no two the same."""
    found: dict[str, None] = {}
    while len(found) < count:
        found[some_word(rng)] = None
    return list(found)


def phrase(rng: random.Random, low: int = 2, high: int = 4) -> str:
    """A few words in a row, `low` to `high` of them."""
    return " ".join(different_words(rng, rng.randint(low, high)))


def saying(rng: random.Random, low: int = 2, high: int = 4) -> str:
    """A phrase in which function words stand between the others, as in what people say."""
    words = different_words(rng, rng.randint(low, high))
    if len(words) > 1:
        words = [rng.choice(_GLUE) if rng.random() < 0.35 else each for each in words]
    return " ".join(words)


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
