"""The mixture of documents that the base is trained on, by stage of the curriculum."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from transformers import PreTrainedTokenizerBase

from hat.micro.documents import Document
from hat.micro.drills import copying, instructions, lookup
from hat.micro.episodes import episode_document, selection_document
from hat.micro.react import react_document
from hat.micro.words import WORDS

_WORD_COUNT = 60
"""How often each word stands in the vocabulary's texts besides the documents: enough to become one token."""

Maker = Callable[[random.Random, PreTrainedTokenizerBase], Document]


@dataclass(frozen=True)
class Stage:
    """Until `until`, a share of the training: the makers and their weights."""

    until: float
    mixture: tuple[tuple[float, Maker], ...]


def _select(invented: float, tools: tuple[int, int]) -> Maker:
    return partial(selection_document, invented=invented, tools=tools)


def _episodes(invented: float, tools: tuple[int, int]) -> Maker:
    return partial(episode_document, invented=invented, tools=tools)


def _react(invented: float, tools: tuple[int, int]) -> Maker:
    return partial(react_document, invented=invented, tools=tools)


CURRICULUM: tuple[Stage, ...] = (
    Stage(0.02, ((0.4, copying), (0.5, lookup), (0.1, instructions))),
    Stage(
        0.06,
        (
            (0.1, copying),
            (0.2, lookup),
            (0.4, _select(0.8, (2, 3))),
            (0.2, _react(0.6, (2, 3))),
            (0.1, instructions),
        ),
    ),
    Stage(
        0.14,
        (
            (0.1, lookup),
            (0.3, _select(0.8, (3, 5))),
            (0.1, _react(0.5, (3, 5))),
            (0.4, _episodes(0.8, (2, 4))),
            (0.1, instructions),
        ),
    ),
    Stage(
        1.0,
        (
            (0.12, lookup),
            (0.16, _select(0.85, (4, 8))),
            (0.08, _react(0.5, (4, 7))),
            (0.56, _episodes(0.8, (4, 8))),
            (0.08, instructions),
        ),
    ),
)
"""By share of the training done."""


def document(seed: int, step: int, index: int, progress: float, tokenizer: PreTrainedTokenizerBase) -> Document:
    """Document `index` of step `step`: a pure function of its arguments.

    `progress` is the share of the training done, above 0. The tokenizer only renders its chat template.
    """
    rng = random.Random(f"{seed}-{step}-{index}")
    stage = next(stage for stage in CURRICULUM if progress <= stage.until)
    makers = [maker for _, maker in stage.mixture]
    maker = rng.choices(makers, [weight for weight, _ in stage.mixture])[0]
    return maker(rng, tokenizer)


def sample_text(seed: int, count: int, tokenizer: PreTrainedTokenizerBase) -> list[str]:
    """Texts for training the vocabulary: `count` documents, a quarter drills, else of the last stage; and all words."""
    rng = random.Random(seed)
    made = (document(seed, step, 0, rng.choice([0.04, 0.9, 0.9, 0.9]), tokenizer) for step in range(count))
    return [*(each.text for each in made), *[" ".join(["", *WORDS])] * _WORD_COUNT]
