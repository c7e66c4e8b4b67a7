"""A part of the base that is trained by itself: the model, then its MTP head."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import nn
from torch.optim import Optimizer
from transformers import PreTrainedTokenizerBase

from hat.micro.checkpoint import Checkpoint
from hat.micro.config import BuildConfig, Course
from hat.micro.corpus import document
from hat.micro.documents import NAME, encode_document
from hat.micro.optimizers import make_optimizers, set_rates, take_step
from hat.micro.rows import Scored, Tensors, tensors


@dataclass(frozen=True)
class Progress:
    """What one step did: `loss` is the weighted mean; `deciding` is the accuracy on titles, names and rules."""

    part: str
    step: int
    steps: int
    loss: float
    deciding: float
    tokens: int


@dataclass(frozen=True)
class Part:
    """`module`, trained on the corpus of `seed`; `score` tells how a row is predicted.

    With `curriculum` the documents grow harder over the first course; all others are of the last stage.
    """

    name: str
    module: nn.Module
    score: Callable[[Tensors], Scored]
    courses: tuple[Course, ...]
    seed: int
    curriculum: bool

    @property
    def steps(self) -> int:
        """All steps."""
        return sum(course.steps for course in self.courses)

    def train(
        self,
        config: BuildConfig,
        tokenizer: PreTrainedTokenizerBase,
        out: Path,
        report: Callable[[Progress], None],
        checkpoint_every: int,
    ) -> None:
        """Train from the checkpoint `out/<name>.pt`, if there is one, to the last step. Raises its BadInput."""
        optimizers = make_optimizers(config, self.module)
        checkpoint = Checkpoint(out / f"{self.name}.pt", config)
        start = checkpoint.restore(self.module, optimizers)
        self.module.train()
        for step in range(start, self.steps):
            set_rates(optimizers, config, self.courses, step)
            report(self._step(step, self._rows(step, config.rows, tokenizer), optimizers))
            if (step + 1) % checkpoint_every == 0 or step + 1 == self.steps:
                checkpoint.save(step + 1, self.module, optimizers)

    def _rows(self, step: int, count: int, tokenizer: PreTrainedTokenizerBase) -> list[Tensors]:
        progress = min((step + 1) / self.courses[0].steps, 1.0) if self.curriculum else 1.0
        documents = (document(self.seed, step, i, progress, tokenizer) for i in range(count))
        return [tensors(encode_document(each, tokenizer)) for each in documents]

    def _step(self, step: int, rows: Sequence[Tensors], optimizers: Sequence[Optimizer]) -> Progress:
        """One optimiser step on some rows; the loss is weighted over all their tokens together."""
        total = sum(float(row.weights.sum()) for row in rows)
        loss, right, deciding = 0.0, 0, 0
        for row in rows:
            scored = self.score(row)
            weighted = (scored.loss * scored.weights).sum() / total
            torch.autograd.backward(weighted)
            loss += float(weighted.detach())
            decisive = scored.weights >= NAME
            right += int(scored.correct[decisive].sum())
            deciding += int(decisive.sum())
        take_step(optimizers, self.module)
        tokens = sum(len(row.ids) for row in rows)
        return Progress(self.name, step + 1, self.steps, loss, right / max(deciding, 1), tokens)
