"""Constraints on a text, each with a writer: it makes a draft keep the constraint, and words it for the prompt.

Identifiers and arguments are those of IFEval's checkers (Zhou et al., 2023, arXiv:2311.07911).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from hat.micro.draft import ADJECTIVES, Draft

Stated = tuple[str, dict[str, Any]]
"""How a prompt states a constraint, and the checker's arguments."""
Writer = Callable[[random.Random, Sequence[str], Draft], Stated]
"""Takes the words it may use and the draft, which it changes."""


def _no_comma(rng: random.Random, words: Sequence[str], draft: Draft) -> Stated:
    return rng.choice(["Do not use any commas.", "Use no commas.", "Your answer has no comma."]), {}


def _lowercase(rng: random.Random, words: Sequence[str], draft: Draft) -> Stated:
    draft.case = str.lower
    return rng.choice(["Use only lowercase letters.", "Write all in lowercase.", "No capital letters, please."]), {}


def _capital(rng: random.Random, words: Sequence[str], draft: Draft) -> Stated:
    draft.case = str.upper
    wordings = ["Use only capital letters.", "Write all in capital letters.", "All letters must be capital."]
    return rng.choice(wordings), {}


def _end(rng: random.Random, words: Sequence[str], draft: Draft) -> Stated:
    phrase = " ".join(rng.sample(words, rng.randint(2, 3))).capitalize() + "."
    draft.after = f" {phrase}"
    wording = rng.choice(['End with "{}"', 'Finish with "{}"', 'The last words are "{}"'])
    return wording.format(phrase), {"end_phrase": phrase}


def _keywords(rng: random.Random, words: Sequence[str], draft: Draft) -> Stated:
    chosen = rng.sample(words, rng.randint(1, 2))
    draft.sentences.append(f"It goes with {' and '.join(chosen)}.")
    wording = rng.choice(["Use the words {}.", "Include {}.", "Mention {}."])
    return wording.format(" and ".join(f'"{word}"' for word in chosen)), {"keywords": chosen}


def _forbidden(rng: random.Random, words: Sequence[str], draft: Draft) -> Stated:
    used = {word.strip(".").lower() for sentence in draft.sentences for word in sentence.split()}
    chosen = rng.choice([word for word in (*ADJECTIVES, "like", "people", "life", "day") if word not in used])
    wording = rng.choice(['Do not use the word "{}".', 'Never say "{}".', 'Avoid "{}".'])
    return wording.format(chosen), {"forbidden_words": [chosen]}


def _title(rng: random.Random, words: Sequence[str], draft: Draft) -> Stated:
    draft.before = f"<<{rng.choice(words)}>> "
    return rng.choice(["Give it a title in <<double angle brackets>>.", "Start with a title such as <<title>>."]), {}


def _quotation(rng: random.Random, words: Sequence[str], draft: Draft) -> Stated:
    draft.wrap = '"{}"'
    return rng.choice(["Put the whole answer in double quotes.", "Wrap your answer in double quotes."]), {}


def _postscript(rng: random.Random, words: Sequence[str], draft: Draft) -> Stated:
    draft.after = f"\n\nP.S. {' '.join(rng.sample(words, 2))}"
    return rng.choice(["Add a postscript with P.S.", "Put a P.S. at the end."]), {"postscript_marker": "P.S."}


def _bullets(rng: random.Random, words: Sequence[str], draft: Draft) -> Stated:
    count = rng.randint(2, 3)
    draft.sentences = [f"* {rng.choice(words)}\n" for _ in range(count)]
    draft.sentences[-1] = draft.sentences[-1].rstrip()
    wording = rng.choice(["Answer with exactly {} bullet points.", "Write {} bullet points."])
    return wording.format(count), {"num_bullets": count}


def _words(rng: random.Random, words: Sequence[str], draft: Draft) -> Stated:
    limit = rng.choice([30, 40, 50])
    return f"Use less than {limit} words.", {"num_words": limit, "relation": "less than"}


def _placeholders(rng: random.Random, words: Sequence[str], draft: Draft) -> Stated:
    count = rng.randint(1, 2)
    draft.sentences.append(" ".join(f"Ask [{word}]." for word in rng.sample(words, count)))
    return f"Use at least {count} placeholders in [square brackets].", {"num_placeholders": count}


WRITERS: dict[str, Writer] = {
    "punctuation:no_comma": _no_comma,
    "change_case:english_lowercase": _lowercase,
    "change_case:english_capital": _capital,
    "startend:end_checker": _end,
    "keywords:existence": _keywords,
    "keywords:forbidden_words": _forbidden,
    "detectable_format:title": _title,
    "startend:quotation": _quotation,
    "detectable_content:postscript": _postscript,
    "detectable_format:number_bullet_lists": _bullets,
    "length_constraints:number_words": _words,
    "detectable_content:number_placeholders": _placeholders,
}
"""By IFEval's registry id. A draft goes through its writers from the last to the first."""

_CLASHES = (
    {"change_case:english_lowercase", "change_case:english_capital"},
    {"startend:end_checker", "startend:quotation"},
    {"startend:end_checker", "detectable_content:postscript"},
    {"startend:quotation", "detectable_content:postscript"},
    {"change_case:english_capital", "startend:end_checker"},
    {"change_case:english_lowercase", "startend:end_checker"},
    {"change_case:english_lowercase", "detectable_content:postscript"},
    {"change_case:english_capital", "keywords:forbidden_words"},
    {"change_case:english_capital", "detectable_content:postscript"},
    {"detectable_format:number_bullet_lists", "startend:quotation"},
    {"detectable_format:number_bullet_lists", "detectable_format:title"},
    {"detectable_format:number_bullet_lists", "keywords:existence"},
    {"detectable_format:number_bullet_lists", "detectable_content:number_placeholders"},
    {"detectable_format:number_bullet_lists", "change_case:english_lowercase"},
    {"detectable_format:number_bullet_lists", "change_case:english_capital"},
)
"""Pairs that these writers cannot keep together, or that a checker of languages cannot judge."""


def some_constraints(rng: random.Random) -> list[str]:
    """Ids of one or two random constraints that do not clash, in the order in which their writers work."""
    while True:
        ids = rng.sample(list(WRITERS), rng.choice([1, 2]))
        if not any(clash <= set(ids) for clash in _CLASHES):
            return sorted(ids, key=list(WRITERS).index, reverse=True)
