"""Train the micro base from scratch: `hat micro build`.

First the model, then its MTP head with the model frozen. Deterministic on one machine, resumable at any moment
(checkpoints are written aside and renamed), an hour or two on two CPU cores.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from torch import nn
from transformers import PreTrainedTokenizerBase, PreTrainedTokenizerFast, Qwen3_5ForCausalLM

from hat.errors import BadInput, Fault
from hat.micro import tokenizer as tokenizers
from hat.micro.corpus import document, sample_text
from hat.micro.documents import NAME, encode_document
from hat.micro.model import initial_model
from hat.micro.rows import Scored, Tensors, score, score_drafts, tensors
from hat.train.mtp import MtpHead


@dataclass(frozen=True)
class BuildConfig:
    """Everything that decides the weights. Step counts are optimiser steps of `rows` documents each."""

    seed: int = 1
    steps: int = 2600
    mtp_steps: int = 300
    rows: int = 2
    vocabulary_documents: int = 1500
    muon_rate: float = 0.02
    adam_rate: float = 0.003
    warmup: int = 60
    decay: float = 0.35
    """The rates fall linearly to zero over this last share of the steps."""


@dataclass(frozen=True)
class Progress:
    """What one step did: `loss` is the weighted mean; `deciding` is the accuracy on titles, names and rules."""

    part: str
    step: int
    steps: int
    loss: float
    deciding: float
    tokens: int


Report = Callable[[Progress], None]


def build(config: BuildConfig, out: Path, report: Report, checkpoint_every: int = 100) -> Path:
    """Train, and write the base to `out/base`. An interrupted build in `out` goes on where it stood.

    Raises BadInput when `out` holds a build of another configuration or a damaged checkpoint.
    """
    out.mkdir(parents=True, exist_ok=True)
    tokenizer = _tokenizer(config, out)
    model = initial_model(config.seed)
    trained = _Part("model", config.steps, model, lambda row: score(model, row))
    trained.train(config, tokenizer, out, report, checkpoint_every)
    torch.manual_seed(config.seed)
    head = MtpHead(model.config)
    drafts = _Part("mtp", config.mtp_steps, head, lambda row: score_drafts(model, head, row))
    drafts.train(config, tokenizer, out, report, checkpoint_every)
    return _write(model, head, tokenizer, out / "base")


def _write(model: Qwen3_5ForCausalLM, head: MtpHead, tokenizer: PreTrainedTokenizerBase, folder: Path) -> Path:
    weights = model.state_dict() | {f"mtp.{name}": tensor for name, tensor in head.state_dict().items()}
    halved = {name: tensor.to(torch.bfloat16) for name, tensor in weights.items()}
    model.to(torch.bfloat16).save_pretrained(folder, state_dict=halved)
    tokenizer.save_pretrained(folder)
    return folder


@dataclass(frozen=True)
class _Part:
    """A module that is trained by itself; its documents come after those of other parts' steps of the same number."""

    name: str
    steps: int
    module: nn.Module
    score: Callable[[Tensors], Scored]

    def train(
        self, config: BuildConfig, tokenizer: PreTrainedTokenizerBase, out: Path, report: Report, checkpoint_every: int
    ) -> None:
        optimizers = _optimizers(config, self.module)
        path = out / f"{self.name}.pt"
        start = _restore(config, path, self.module, optimizers)
        self.module.train()
        for step in range(start, self.steps):
            for optimizer in optimizers:
                for group in optimizer.param_groups:
                    group["lr"] = group["base_lr"] * _rate(config, step, self.steps)
            report(self._step(config, step, tokenizer, optimizers))
            if (step + 1) % checkpoint_every == 0 or step + 1 == self.steps:
                _save(config, path, step + 1, self.module, optimizers)

    def _step(
        self,
        config: BuildConfig,
        step: int,
        tokenizer: PreTrainedTokenizerBase,
        optimizers: list[torch.optim.Optimizer],
    ) -> Progress:
        progress = (step + 1) / self.steps if self.name == "model" else 1.0
        seed = config.seed if self.name == "model" else config.seed + 1
        rows = [
            tensors(encode_document(document(seed, step, i, progress, tokenizer), tokenizer))
            for i in range(config.rows)
        ]
        total = sum(float(row.weights.sum()) for row in rows)
        loss, right, deciding = 0.0, 0, 0
        for row in rows:
            scored = self.score(row)
            weighted = (scored.loss * scored.weights).sum() / total
            weighted.backward()
            loss += float(weighted.detach())
            decisive = scored.weights >= NAME
            right += int(scored.correct[decisive].sum())
            deciding += int(decisive.sum())
        nn.utils.clip_grad_norm_(self.module.parameters(), 1.0)
        for optimizer in optimizers:
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
        tokens = sum(len(row.ids) for row in rows)
        return Progress(self.name, step + 1, self.steps, loss, right / max(deciding, 1), tokens)


def _rate(config: BuildConfig, step: int, steps: int) -> float:
    return min((step + 1) / config.warmup, (steps - step) / (steps * config.decay), 1.0)


def _optimizers(config: BuildConfig, module: nn.Module) -> list[torch.optim.Optimizer]:
    """Muon for the layers' matrices, AdamW for embeddings, heads and norms."""
    inner = {name: p for name, p in module.named_parameters() if p.ndim == 2 and "layers." in name}
    others = [p for name, p in module.named_parameters() if name not in inner]
    muon = torch.optim.Muon(list(inner.values()), lr=config.muon_rate, weight_decay=0.0, momentum=0.95)
    adam = torch.optim.AdamW(others, lr=config.adam_rate, betas=(0.9, 0.98), weight_decay=0.0)
    for optimizer, rate in ((muon, config.muon_rate), (adam, config.adam_rate)):
        for group in optimizer.param_groups:
            group["base_lr"] = rate
    return [muon, adam]


def _tokenizer(config: BuildConfig, out: Path) -> PreTrainedTokenizerBase:
    folder = out / "tokenizer"
    if not (folder / "tokenizer.json").is_file():
        texts = sample_text(config.seed, config.vocabulary_documents, tokenizers.untrained())
        tokenizers.train(texts).save_pretrained(folder)
    loaded: PreTrainedTokenizerBase = PreTrainedTokenizerFast.from_pretrained(folder)
    return loaded


def _save(
    config: BuildConfig, path: Path, step: int, module: nn.Module, optimizers: list[torch.optim.Optimizer]
) -> None:
    state = {
        "config": asdict(config),
        "step": step,
        "module": module.state_dict(),
        "optimizers": [optimizer.state_dict() for optimizer in optimizers],
    }
    partial = path.with_suffix(".partial")
    torch.save(state, partial)
    partial.rename(path)


def _restore(config: BuildConfig, path: Path, module: nn.Module, optimizers: list[torch.optim.Optimizer]) -> int:
    if not path.is_file():
        return 0
    try:
        state = torch.load(path, weights_only=True)
    except Exception as error:
        raise BadInput(Fault(str(path), f"damaged checkpoint ({error})", "Delete it to begin anew")) from error
    if state["config"] != asdict(config):
        found = json.dumps(state["config"])
        raise BadInput(Fault(str(path), f"belongs to another build: {found}", "Use another --out, or delete it"))
    module.load_state_dict(state["module"])
    for optimizer, saved in zip(optimizers, state["optimizers"], strict=True):
        optimizer.load_state_dict(saved)
    return int(state["step"])
