"""Drills: single questions and answers that practise copying, look-up and following instructions."""

from __future__ import annotations

import random

from transformers import PreTrainedTokenizerBase

from hat.harness.state import quote
from hat.micro.documents import PLAIN, RULE, Document, Piece
from hat.micro.instructions import make_instruction
from hat.micro.turns import END_OF_TURN, system_pieces, user
from hat.micro.words import WORDS, nonsense, phrase, saying

_LINES = ("- {d} (reply): {n}", '{{"description": "{d}", "name": "{n}"}}', "- {d} -> {n}")
"""How lists of skills, of tools and of a ReAct agent's tools put a name behind its title."""


def copying(rng: random.Random, tokenizer: PreTrainedTokenizerBase) -> Document:
    """Repeat random words, names and numbers."""
    branches = []
    for _ in range(8):
        text = " ".join(_token(rng) for _ in range(rng.randint(3, 9)))
        branches.append(_exchange(f"{rng.choice(['Repeat', 'Say again', 'Copy'])}: {text}", f"Said: {text}", RULE))
    return Document(system_pieces("", tokenizer), tuple(branches))


def lookup(rng: random.Random, tokenizer: PreTrainedTokenizerBase) -> Document:
    """A list of descriptions with titles and names behind them; names are asked for by title or by a word."""
    count = rng.randint(3, 12)
    titles = [phrase(rng, 1, 2) for _ in range(count)]
    names = [_name(rng) for _ in range(count)]
    line = rng.choice(_LINES)
    described = [f"{saying(rng, 3, 9).capitalize()}: {t}" for t in titles]
    listed = [line.format(d=d, n=n) for d, n in zip(described, names, strict=True)]
    branches = []
    for i in rng.sample(range(count), min(count, 6)):
        elsewhere = set(" ".join((*described[:i], *described[i + 1 :], titles[i])).split())
        words = [w for w in described[i].removesuffix(f": {titles[i]}").split()[1:] if w not in elsewhere]
        topic = rng.choice(words) if words and rng.random() < 0.6 else titles[i]
        answer = f"want: {topic}; skill: {quote(described[i], [topic])}; use: {names[i]}"
        branches.append(_exchange(f"name of: {topic}", answer, RULE))
    return Document(system_pieces("\n".join(listed), tokenizer), tuple(branches))


def instructions(rng: random.Random, tokenizer: PreTrainedTokenizerBase) -> Document:
    """Instructions with verifiable constraints."""
    made = [make_instruction("train", rng) for _ in range(8)]
    branches = [_exchange(each.prompt, each.answer, PLAIN) for each in made]
    return Document(system_pieces("", tokenizer), tuple(branches))


def _exchange(asked: str, said: str, weight: float) -> tuple[Piece, ...]:
    return (*user(asked), (said, weight), END_OF_TURN)


def _token(rng: random.Random) -> str:
    """A word, a name or a number."""
    return rng.choice([rng.choice(WORDS), nonsense(rng), str(rng.randint(1, 999))])


def _name(rng: random.Random) -> str:
    return nonsense(rng) if rng.random() < 0.5 else phrase(rng, 2, 2).replace(" ", rng.choice("_-"))
