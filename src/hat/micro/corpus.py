"""The mixture of documents that the base is trained on, by stage of the curriculum."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from transformers import PreTrainedTokenizerBase

from hat.micro.documents import Document
from hat.micro.drills import copying, instructions, lookup, react
from hat.micro.episodes import episode_document

Maker = Callable[[random.Random, PreTrainedTokenizerBase], Document]


@dataclass(frozen=True)
class Stage:
    """Until `until` (share of all steps): the makers and their weights."""

    until: float
    mixture: tuple[tuple[float, Maker], ...]


def _select(invented: float, tools: tuple[int, int]) -> Maker:
    return lambda rng, tokenizer: episode_document(rng, tokenizer, invented, tools, 5, first_turn_only=True)


def _episodes(invented: float, tools: tuple[int, int], branches: int = 5) -> Maker:
    return lambda rng, tokenizer: episode_document(rng, tokenizer, invented, tools, branches)


def _react(invented: float, tools: tuple[int, int]) -> Maker:
    return lambda rng, tokenizer: react(rng, tokenizer, invented, tools)


CURRICULUM: tuple[Stage, ...] = (
    Stage(0.03, ((0.4, copying), (0.5, lookup), (0.1, instructions))),
    Stage(
        0.10,
        ((0.1, copying), (0.2, lookup), (0.35, _select(0.6, (2, 3))), (0.25, _react(0.6, (2, 3))), (0.1, instructions)),
    ),
    Stage(
        0.22,
        (
            (0.1, lookup),
            (0.2, _select(0.5, (3, 5))),
            (0.2, _react(0.5, (3, 5))),
            (0.4, _episodes(0.4, (2, 4))),
            (0.1, instructions),
        ),
    ),
    Stage(
        1.0,
        (
            (0.05, lookup),
            (0.10, _select(1.0, (4, 7))),
            (0.10, _react(0.4, (4, 7))),
            (0.65, _episodes(0.4, (4, 7))),
            (0.10, instructions),
        ),
    ),
)


def document(seed: int, step: int, index: int, progress: float, tokenizer: PreTrainedTokenizerBase) -> Document:
    """Document `index` of step `step`, whose place in training is `progress` (0..1): a pure function of its arguments."""
    rng = random.Random(f"{seed}-{step}-{index}")
    stage = next(s for s in CURRICULUM if progress <= s.until)
    makers = [maker for _, maker in stage.mixture]
    maker = rng.choices(makers, [weight for weight, _ in stage.mixture])[0]
    return maker(rng, tokenizer)


def sample_text(seed: int, count: int, tokenizer: PreTrainedTokenizerBase) -> list[str]:
    """Texts of `count` documents of the last stage and the drills, for training the vocabulary."""
    rng = random.Random(seed)
    texts = []
    for i in range(count):
        made = document(seed, i, 0, rng.choice([0.04, 0.9, 0.9, 0.9]), tokenizer)
        texts.append("".join(text for text, _ in made.prefix) + "".join(t for b in made.branches for t, _ in b))
    return texts
