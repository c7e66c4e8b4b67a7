"""What real prompts have and tidy synthetic ones lack: clutter, and long distances between what belongs together."""

from __future__ import annotations

import random
from dataclasses import replace

from hat.harness.state import HarnessState, PromptBlock
from hat.micro.documents import Document
from hat.micro.words import WORDS, nonsense, phrase


def clutter(state: HarnessState, rng: random.Random) -> HarnessState:
    """The harness with up to four prompt blocks of random words between its own."""
    blocks = list(state.prompt)
    for number in range(rng.choice([0, 1, 2, 3, 4])):
        sentences = " ".join(f"{phrase(rng, 3, 7).capitalize()}." for _ in range(rng.randint(1, 4)))
        block = PromptBlock(f"c{number}", f"# {rng.choice(WORDS).capitalize()}\n{sentences}")
        blocks.insert(rng.randint(0, len(blocks)), block)
    return replace(state, prompt=tuple(blocks))


def stretch(document: Document, rng: random.Random) -> Document:
    """The document with some positions left out, in most cases: within the prefix, and after it."""
    if rng.random() < 0.25:
        return document
    return replace(document, skips=((rng.random(), rng.randint(0, 400)), (1.0, rng.randint(0, 400))))


def nickname(rng: random.Random) -> str:
    """What someone calls themselves in a chat."""
    name = nonsense(rng, rng.randint(1, 2)) if rng.random() < 0.6 else rng.choice(WORDS)
    return name if rng.random() < 0.7 else f"{name}{rng.randint(1, 99)}"
