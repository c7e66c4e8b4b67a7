"""A part of the base that is trained by itself: the model, then its MTP head."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import inf
from pathlib import Path

import torch
from torch import nn
from torch.optim import Optimizer
from transformers import PreTrainedTokenizerBase

from hat.micro.checkpoint import Checkpoint
from hat.micro.config import BuildConfig
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
    """`module`, trained on the corpus of `seed` in `cycles` of so many steps; `score` tells how a row is predicted.

    With `curriculum` the documents grow harder with the cycles, without it all are of the last stage.
    """

    name: str
    module: nn.Module
    score: Callable[[Tensors], Scored]
    cycles: tuple[int, ...]
    seed: int
    curriculum: bool

    @property
    def steps(self) -> int:
        """Steps in all."""
        return sum(self.cycles)

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
            number, done = self._place(step)
            set_rates(optimizers, config, done, self.cycles[number])
            report(self._step(step, self._rows(step, config.rows, tokenizer), optimizers))
            if (step + 1) % checkpoint_every == 0 or step + 1 == self.steps:
                checkpoint.save(step + 1, self.module, optimizers)

    def _place(self, step: int) -> tuple[int, int]:
        """The cycle that a step is in, and its number there."""
        ends = list(accumulate(self.cycles))
        number = bisect_right(ends, step)
        return number, step - (ends[number] - self.cycles[number])

    def _rows(self, step: int, count: int, tokenizer: PreTrainedTokenizerBase) -> list[Tensors]:
        number, done = self._place(step)
        progress = number + (done + 1) / self.cycles[number] if self.curriculum else inf
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
