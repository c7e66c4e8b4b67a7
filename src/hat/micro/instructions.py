"""Short instruction prompts with constraints that IFEval's checkers verify, and answers that keep them.

The constraint identifiers and arguments are IFEval's (Zhou et al., 2023, arXiv:2311.07911). The base is trained on the
`train` split; `general_opd` takes its prompts from there too, and the generated IFEval suite is the `test` split. The
splits differ in what is written about and in the words that are asked for.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from hat.micro.words import WORDS

Split = Literal["train", "test"]


@dataclass(frozen=True)
class Instruction:
    """A prompt, the constraints it states (IFEval's ids, one mapping of arguments each) and an answer that keeps them."""

    prompt: str
    instruction_ids: tuple[str, ...]
    kwargs: tuple[Mapping[str, Any], ...]
    answer: str


@dataclass
class _Draft:
    """An answer in the making."""

    sentences: list[str]
    before: str = ""
    after: str = ""
    case: Callable[[str], str] = str
    wrap: str = "{}"

    def text(self) -> str:
        body = self.case(self.before + " ".join(self.sentences))
        return self.wrap.format(body + self.after)


_SENTENCES = (
    "The {t} is {a}.", "I like the {t} a lot.", "Many people know the {t}.", "The {t} is a part of our life.",
    "You can see the {t} every day.", "It is good to know more about the {t}.", "There is a {a} {t} near my house.",
    "We talk about the {t} at home.", "My friend told me about the {t}.", "Some say that the {t} is {a}.",
)  # fmt: skip
_ADJECTIVES = ("old", "new", "big", "small", "good", "nice", "great", "strange", "quiet", "famous", "simple", "useful")
_TASKS = (
    "Write about the {t}.",
    "Tell me about the {t}.",
    "Say something about the {t}.",
    "Describe the {t}.",
    "Write a short text on the {t}.",
)


def _no_comma(rng: random.Random, words: list[str], draft: _Draft) -> tuple[str, dict[str, Any]]:
    return rng.choice(["Do not use any commas.", "Use no commas.", "Your answer has no comma."]), {}


def _lowercase(rng: random.Random, words: list[str], draft: _Draft) -> tuple[str, dict[str, Any]]:
    draft.case = str.lower
    return rng.choice(["Use only lowercase letters.", "Write all in lowercase.", "No capital letters, please."]), {}


def _capital(rng: random.Random, words: list[str], draft: _Draft) -> tuple[str, dict[str, Any]]:
    draft.case = str.upper
    return rng.choice(
        ["Use only capital letters.", "Write all in capital letters.", "All letters must be capital."]
    ), {}


def _end(rng: random.Random, words: list[str], draft: _Draft) -> tuple[str, dict[str, Any]]:
    phrase = " ".join(rng.sample(words, rng.randint(2, 3))).capitalize() + "."
    draft.after = f" {phrase}"
    return rng.choice(['End with "{}"', 'Finish with "{}"', 'The last words are "{}"']).format(phrase), {
        "end_phrase": phrase
    }


def _keywords(rng: random.Random, words: list[str], draft: _Draft) -> tuple[str, dict[str, Any]]:
    chosen = rng.sample(words, rng.randint(1, 2))
    draft.sentences.append(f"It goes with {' and '.join(chosen)}.")
    named = " and ".join(f'"{w}"' for w in chosen)
    return rng.choice(["Use the words {}.", "Include {}.", "Mention {}."]).format(named), {"keywords": chosen}


def _forbidden(rng: random.Random, words: list[str], draft: _Draft) -> tuple[str, dict[str, Any]]:
    used = {w.strip(".").lower() for s in draft.sentences for w in s.split()}
    chosen = rng.choice([a for a in (*_ADJECTIVES, "like", "people", "life", "day") if a not in used])
    return rng.choice(['Do not use the word "{}".', 'Never say "{}".', 'Avoid "{}".']).format(chosen), {
        "forbidden_words": [chosen]
    }


def _title(rng: random.Random, words: list[str], draft: _Draft) -> tuple[str, dict[str, Any]]:
    draft.before = f"<<{rng.choice(words)}>> "
    return rng.choice(["Give it a title in <<double angle brackets>>.", "Start with a title such as <<title>>."]), {}


def _quotation(rng: random.Random, words: list[str], draft: _Draft) -> tuple[str, dict[str, Any]]:
    draft.wrap = '"{}"'
    return rng.choice(["Put the whole answer in double quotes.", "Wrap your answer in double quotes."]), {}


def _postscript(rng: random.Random, words: list[str], draft: _Draft) -> tuple[str, dict[str, Any]]:
    draft.after = f"\n\nP.S. {' '.join(rng.sample(words, 2))}"
    return rng.choice(["Add a postscript with P.S.", "Put a P.S. at the end."]), {"postscript_marker": "P.S."}


def _bullets(rng: random.Random, words: list[str], draft: _Draft) -> tuple[str, dict[str, Any]]:
    count = rng.randint(2, 3)
    draft.sentences[:] = [f"* {rng.choice(words)}\n" for _ in range(count)]
    draft.sentences[-1] = draft.sentences[-1].rstrip()
    return rng.choice(["Answer with exactly {} bullet points.", "Write {} bullet points."]).format(count), {
        "num_bullets": count
    }


def _words(rng: random.Random, words: list[str], draft: _Draft) -> tuple[str, dict[str, Any]]:
    limit = rng.choice([30, 40, 50])
    return f"Use less than {limit} words.", {"num_words": limit, "relation": "less than"}


def _placeholders(rng: random.Random, words: list[str], draft: _Draft) -> tuple[str, dict[str, Any]]:
    count = rng.randint(1, 2)
    draft.sentences.append(" ".join(f"Ask [{w}]." for w in rng.sample(words, count)))
    return f"Use at least {count} placeholders in [square brackets].", {"num_placeholders": count}


_CONSTRAINTS: dict[str, Callable[[random.Random, list[str], _Draft], tuple[str, dict[str, Any]]]] = {
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
"""Pairs of constraints that this writer cannot keep together, or that a checker of languages cannot judge."""


def make_instruction(split: Split, rng: random.Random) -> Instruction:
    """One random prompt with one or two constraints."""
    words = [w for i, w in enumerate(WORDS) if (i % 5 == 0) == (split == "test")]
    topic = rng.choice(words)
    draft = _Draft([s.format(t=topic, a=rng.choice(_ADJECTIVES)) for s in rng.sample(_SENTENCES, rng.randint(2, 3))])
    while True:
        ids = rng.sample(list(_CONSTRAINTS), rng.choice([1, 2]))
        if not any(clash <= set(ids) for clash in _CLASHES):
            break
    ids.sort(key=list(_CONSTRAINTS).index, reverse=True)
    stated = [_CONSTRAINTS[name](rng, words, draft) for name in ids]
    prompt = " ".join([rng.choice(_TASKS).format(t=topic), *(text for text, _ in stated)])
    return Instruction(prompt, tuple(ids), tuple(kwargs for _, kwargs in stated), draft.text())


def make_instructions(split: Split, count: int, seed: int) -> list[Instruction]:
    """`count` instructions; the same arguments give the same list."""
    rng = random.Random(f"{split}-{seed}")
    return [make_instruction(split, rng) for _ in range(count)]
