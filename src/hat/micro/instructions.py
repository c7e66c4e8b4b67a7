"""Short instruction prompts with constraints that IFEval's checkers verify, and answers that keep them.

The base is trained on the `train` split; `general_opd` takes its prompts from there too, and the generated IFEval
suite is the `test` split. The splits differ in what is written about and in the words that are asked for.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from hat.micro.constraints import WRITERS, some_constraints
from hat.micro.draft import some_draft
from hat.micro.words import WORDS

Split = Literal["train", "test"]

_TASKS = (
    "Write about the {t}.",
    "Tell me about the {t}.",
    "Say something about the {t}.",
    "Describe the {t}.",
    "Write a short text on the {t}.",
)


@dataclass(frozen=True)
class Instruction:
    """A prompt, the constraints it states and an answer that keeps them.

    `instruction_ids` are IFEval's; `kwargs` are the arguments of their checkers, in the same order.
    """

    prompt: str
    instruction_ids: tuple[str, ...]
    kwargs: tuple[Mapping[str, Any], ...]
    answer: str


def make_instruction(split: Split, rng: random.Random) -> Instruction:
    """One random prompt with one or two constraints."""
    words = [word for i, word in enumerate(WORDS) if (i % 5 == 0) == (split == "test")]
    topic = rng.choice(words)
    draft = some_draft(topic, rng)
    ids = some_constraints(rng)
    stated = [WRITERS[name](rng, words, draft) for name in ids]
    prompt = " ".join([rng.choice(_TASKS).format(t=topic), *(text for text, _ in stated)])
    return Instruction(prompt, tuple(ids), tuple(kwargs for _, kwargs in stated), draft.text)


def make_instructions(split: Split, count: int, seed: int) -> list[Instruction]:
    """`count` instructions; the same arguments give the same list."""
    rng = random.Random(f"{split}-{seed}")
    return [make_instruction(split, rng) for _ in range(count)]
