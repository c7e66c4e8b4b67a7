"""A row in tensors, and what the model makes of it: each branch sees the prefix and itself."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor
from transformers import Qwen3_5ForCausalLM

from hat.micro.documents import Row
from hat.train.mtp import MtpHead

_MULTIPLE = 256
"""Rows are padded to a multiple of this, because kernels are built anew for each length."""


@dataclass(frozen=True)
class Tensors:
    """A row of T tokens. `source[i]` is the index of the token that stands before token i in its branch's own text."""

    ids: Tensor
    weights: Tensor
    positions: Tensor
    mask: Tensor
    source: Tensor


def tensors(row: Row) -> Tensors:
    """The row for the model; `mask` is boolean [1, 1, T, T]. Padding reads the prefix and has weight 0."""
    padding = -len(row.ids) % _MULTIPLE
    branch = torch.tensor(row.branch + (-1,) * padding)
    causal = torch.ones(len(branch), len(branch), dtype=torch.bool).tril()
    mask = causal & ((branch[:, None] == branch[None]) | (branch[None] == 0))
    source = (torch.arange(len(branch)) - 1).clamp(min=0)
    first = torch.cat([torch.tensor([False]), branch[1:] != branch[:-1]])
    source[first] = int((branch == 0).sum()) - 1
    return Tensors(
        ids=torch.tensor(row.ids + (0,) * padding),
        weights=torch.tensor(row.weights + (0.0,) * padding),
        positions=torch.tensor(row.positions + (0,) * padding),
        mask=mask[None, None],
        source=source,
    )


def hidden_states(model: Qwen3_5ForCausalLM, row: Tensors) -> Tensor:
    """Final hidden states [T, D]."""
    output = model.model(
        input_ids=row.ids[None], attention_mask=row.mask, position_ids=row.positions[None], use_cache=False
    )
    states: Tensor = output.last_hidden_state[0]
    return states


@dataclass(frozen=True)
class Scored:
    """Predictions of all tokens [T]: cross entropy, weight (0: not asked for), whether the first choice was right."""

    loss: Tensor
    weights: Tensor
    correct: Tensor


def score(model: Qwen3_5ForCausalLM, row: Tensors) -> Scored:
    """The main model's predictions."""
    with torch.autocast("cpu", dtype=torch.bfloat16):
        logits = model.lm_head(hidden_states(model, row)[row.source])
    return _scored(logits, row.ids, row.weights)


def score_drafts(model: Qwen3_5ForCausalLM, head: MtpHead, row: Tensors) -> Scored:
    """The MTP head's predictions, on the main model's hidden states, which get no gradient."""
    with torch.autocast("cpu", dtype=torch.bfloat16):
        with torch.no_grad():
            hidden = hidden_states(model, row)
            embedded = model.model.embed_tokens(row.ids)
            rotary = model.model.rotary_emb(hidden[None], row.positions[None, 1:] - 1)
        drafted = head(embedded[None, 1:], hidden[None, row.source[1:]], rotary, row.mask[:, :, 1:, 1:])[0]
        read = (row.source - 1).clamp(min=0)
        logits = torch.nn.functional.linear(drafted[read], model.lm_head.weight.detach())
    return _scored(logits, row.ids, row.weights * (row.source > 0))


def _scored(logits: Tensor, ids: Tensor, weights: Tensor) -> Scored:
    loss = torch.nn.functional.cross_entropy(logits.float(), ids, reduction="none")
    return Scored(loss, weights, logits.argmax(-1) == ids)
