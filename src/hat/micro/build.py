"""Train the micro base from scratch: `hat micro build`.

Deterministic on one machine, resumable at any moment (`checkpoint.pt`, written aside and renamed), hours on a CPU. A
document is one row: its prefix once, then branches that see the prefix and themselves only.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from torch import Tensor
from transformers import PreTrainedTokenizerBase, PreTrainedTokenizerFast, Qwen3_5ForCausalLM

from hat.errors import BadInput, Fault
from hat.micro import tokenizer as tokenizers
from hat.micro.corpus import document, sample_text
from hat.micro.documents import NAME, Row, encode_document
from hat.micro.model import initial_model


@dataclass(frozen=True)
class BuildConfig:
    """Everything that decides the weights."""

    seed: int = 1
    steps: int = 3000
    rows: int = 2
    vocabulary_documents: int = 1500
    muon_rate: float = 0.02
    adam_rate: float = 0.003
    warmup: int = 60
    decay: float = 0.35
    """The rates fall linearly to zero over this last share of the steps."""


@dataclass(frozen=True)
class Progress:
    """What one step did: `loss` is the weighted mean, the accuracies are of the tokens that decide (titles, names, rules)."""

    step: int
    steps: int
    loss: float
    deciding: float
    tokens: int


def visible(branch: Tensor) -> Tensor:
    """Boolean attention mask [1, 1, T, T] of a row: causal; a branch sees the prefix and itself."""
    causal = torch.ones(len(branch), len(branch), dtype=torch.bool).tril()
    return (causal & ((branch[:, None] == branch[None]) | (branch[None] == 0)))[None, None]


def forward(model: Qwen3_5ForCausalLM, row: Row) -> tuple[Tensor, Tensor, Tensor]:
    """Per-token loss, weights and whether the token was the model's first choice, for every predicted token.

    A branch's first token follows the prefix's last one, wherever the row has put it.
    """
    ids, weights, branch = torch.tensor(row.ids), torch.tensor(row.weights), torch.tensor(row.branch)
    prefix = int((branch == 0).sum())
    source = torch.arange(len(ids)) - 1
    first = torch.ones_like(branch, dtype=torch.bool)
    first[1:] = branch[1:] != branch[:-1]
    source[first & (branch > 0)] = prefix - 1
    wanted = weights > 0
    with torch.autocast("cpu", dtype=torch.bfloat16):
        hidden = model.model(
            input_ids=ids[None], attention_mask=visible(branch), position_ids=torch.tensor(row.positions)[None], use_cache=False
        ).last_hidden_state[0]
        logits = model.lm_head(hidden[source[wanted]])
    loss = torch.nn.functional.cross_entropy(logits.float(), ids[wanted], reduction="none")
    return loss, weights[wanted], logits.argmax(-1) == ids[wanted]


def build(config: BuildConfig, out: Path, report: Callable[[Progress], None], checkpoint_every: int = 100) -> Path:
    """Train, and write the base to `out/base`. An interrupted build in `out` goes on where it stood.

    Raises BadInput when `out` holds a build of another configuration or a damaged checkpoint.
    """
    out.mkdir(parents=True, exist_ok=True)
    tokenizer = _tokenizer(config, out)
    model = initial_model(config.seed)
    optimizers = _optimizers(config, model)
    start = _restore(config, out, model, optimizers)
    model.train()
    for step in range(start, config.steps):
        scale = _rate(config, step)
        for optimizer in optimizers:
            for group in optimizer.param_groups:
                group["lr"] = group["base_lr"] * scale
        report(_step(config, step, model, tokenizer, optimizers))
        if (step + 1) % checkpoint_every == 0 or step + 1 == config.steps:
            _save(config, out, step + 1, model, optimizers)
    folder = out / "base"
    model.to(torch.bfloat16).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def _step(
    config: BuildConfig,
    step: int,
    model: Qwen3_5ForCausalLM,
    tokenizer: PreTrainedTokenizerBase,
    optimizers: list[torch.optim.Optimizer],
) -> Progress:
    rows = [
        encode_document(document(config.seed, step, i, (step + 1) / config.steps, tokenizer), tokenizer) for i in range(config.rows)
    ]
    total = sum(sum(row.weights) for row in rows)
    loss_sum, right, deciding = 0.0, 0, 0
    for row in rows:
        loss, weights, correct = forward(model, row)
        weighted = (loss * weights).sum() / total
        weighted.backward()
        loss_sum += float(weighted.detach())
        decisive = weights >= NAME
        right += int(correct[decisive].sum())
        deciding += int(decisive.sum())
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    for optimizer in optimizers:
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
    return Progress(step + 1, config.steps, loss_sum, right / max(deciding, 1), sum(len(row.ids) for row in rows))


def _rate(config: BuildConfig, step: int) -> float:
    warm = min(1.0, (step + 1) / config.warmup)
    left = (config.steps - step) / (config.steps * config.decay)
    return min(warm, left, 1.0)


def _optimizers(config: BuildConfig, model: Qwen3_5ForCausalLM) -> list[torch.optim.Optimizer]:
    """Muon for the layers' matrices, AdamW for embeddings, head and norms."""
    matrices = [p for p in model.model.layers.parameters() if p.ndim == 2]
    others = [p for name, p in model.named_parameters() if p.ndim < 2 or "embed" in name or "lm_head" in name]
    muon = torch.optim.Muon(matrices, lr=config.muon_rate, weight_decay=0.0, momentum=0.95)
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


def _save(config: BuildConfig, out: Path, step: int, model: Qwen3_5ForCausalLM, optimizers: list[torch.optim.Optimizer]) -> None:
    state = {
        "config": asdict(config),
        "step": step,
        "model": model.state_dict(),
        "optimizers": [optimizer.state_dict() for optimizer in optimizers],
    }
    partial = out / "checkpoint.pt.partial"
    torch.save(state, partial)
    partial.rename(out / "checkpoint.pt")


def _restore(config: BuildConfig, out: Path, model: Qwen3_5ForCausalLM, optimizers: list[torch.optim.Optimizer]) -> int:
    path = out / "checkpoint.pt"
    if not path.is_file():
        return 0
    try:
        state = torch.load(path, weights_only=True)
    except Exception as error:
        raise BadInput(Fault(str(path), f"damaged checkpoint ({error})", "Delete it to begin anew")) from error
    if state["config"] != asdict(config):
        found = json.dumps(state["config"])
        raise BadInput(Fault(str(path), f"belongs to another build: {found}", "Use another --out, or delete it"))
    model.load_state_dict(state["model"])
    for optimizer, saved in zip(optimizers, state["optimizers"], strict=True):
        optimizer.load_state_dict(saved)
    return int(state["step"])
