"""Copying, written into the first two layers.

A model this small does not find copying by itself in the time it has, so the circuits for it are given (Olsson et al.,
2022, arXiv:2209.11895):

- layer 0: a previous-token head and a two-back head, by rotary phase alone;
- layer 1: an induction head (`A B ... A ?` finds `B`) and a skip-induction head (`title x NAME ... title y ?` finds
  `NAME`), by content.
"""

from __future__ import annotations

import torch
from torch import Tensor
from transformers import Qwen3_5ForCausalLM
from transformers.models.qwen3_5.modeling_qwen3_5 import Qwen3_5Attention

from hat.micro.architecture import HEAD_DIM, HIDDEN, ROTARY, ROTARY_BASE
from hat.micro.tokenizer import VOCABULARY

_CONST, _TOKEN, _PREVIOUS, _TWO_BACK, _COPY = 0, slice(1, 113), slice(113, 177), slice(177, 209), slice(209, 256)
"""What the dimensions of the residual stream carry at the start."""
_WIDTH, _COPIED = 112, 47
"""Sizes of `_TOKEN` and `_COPY`."""

_CONTENT = slice(ROTARY, HEAD_DIM)
"""Dimensions of a head that do not rotate."""
_COMPARED = HEAD_DIM - ROTARY
_PREVIOUS_SEEN = slice(_PREVIOUS.start, _PREVIOUS.start + _COMPARED)
"""As much of `_PREVIOUS` as a head can compare."""

_SHARPNESS = 0.6
_PHASES = (0.5, 0.3, 0.2)
"""Shares of the fastest rotary frequencies in the position heads' queries and keys."""
_READ, _WRITTEN = 0.2, 1.5
"""Scales of a head's values and outputs; its gate stays at one half."""


class _Head:
    """Views of one head's weights, cleared."""

    def __init__(self, attention: Qwen3_5Attention, index: int) -> None:
        own = slice(index * HEAD_DIM, (index + 1) * HEAD_DIM)
        query_and_gate = attention.q_proj.weight[2 * own.start : 2 * own.stop]
        self.query = query_and_gate[:HEAD_DIM]
        self.key = attention.k_proj.weight[own]
        self.value = attention.v_proj.weight[own]
        self.output = attention.o_proj.weight[:, own]
        for weights in (query_and_gate, self.key, self.value, self.output):
            weights.zero_()


def write_circuits(model: Qwen3_5ForCausalLM, generator: torch.Generator) -> None:
    """Write embeddings, heads 0 and 1 of layers 0 and 1, and the output head's part that reads what they copy."""
    tokens = torch.randn(VOCABULARY, _WIDTH, generator=generator) / _WIDTH**0.5
    seen = _orthonormal(HEAD_DIM, _WIDTH, generator)
    said = _orthonormal(_COPIED, _WIDTH, generator)
    _write_embeddings(model, tokens)

    first, second = (layer.self_attn for layer in model.model.layers[:2])
    for attention in (first, second):
        attention.q_norm.weight.fill_(_SHARPNESS)
        attention.k_norm.weight.fill_(_SHARPNESS)
    _write_position_head(_Head(first, 0), 1, seen, _PREVIOUS)
    _write_position_head(_Head(first, 1), 2, seen, _TWO_BACK)

    same = torch.eye(_COMPARED)
    induction, skip = _Head(second, 0), _Head(second, 1)
    induction.query[_CONTENT, _TOKEN] = seen[:_COMPARED]
    induction.key[_CONTENT, _PREVIOUS_SEEN] = same
    skip.query[_CONTENT, _PREVIOUS_SEEN] = same
    skip.key[_CONTENT, _TWO_BACK] = same
    for head in (induction, skip):
        head.value[:_COPIED, _TOKEN] = said * _READ
        head.output[_COPY, :_COPIED] = torch.eye(_COPIED) * _WRITTEN

    model.lm_head.weight.mul_(0.5)
    model.lm_head.weight[:, _COPY] = tokens @ said.T


def _write_embeddings(model: Qwen3_5ForCausalLM, tokens: Tensor) -> None:
    embedding = torch.zeros(VOCABULARY, HIDDEN)
    embedding[:, _CONST] = 0.5
    embedding[:, _TOKEN] = tokens
    model.model.embed_tokens.weight.copy_(embedding)


def _write_position_head(head: _Head, back: int, seen: Tensor, place: slice) -> None:
    """A head that brings what stands `back` tokens before, as `seen`, to `place`."""
    head.query[:, _CONST], head.key[:, _CONST] = _phases(back)
    head.value[:, _TOKEN] = seen * _READ
    size = place.stop - place.start
    head.output[place, :size] = torch.eye(size) * _WRITTEN


def _phases(back: int) -> tuple[Tensor, Tensor]:
    """Query and key whose product is greatest when the key stands `back` tokens before the query.

    Rotary pairs are (i, i + rotary/2); turning the key ahead by `back` puts the peak there.
    """
    half = ROTARY // 2
    query, key = torch.zeros(HEAD_DIM), torch.zeros(HEAD_DIM)
    for i, share in enumerate(_PHASES):
        angle = torch.tensor(back * ROTARY_BASE ** (-i / half))
        query[i] = share**0.5
        key[i] = share**0.5 * torch.cos(angle)
        key[i + half] = share**0.5 * torch.sin(angle)
    return query, key


def _orthonormal(rows: int, columns: int, generator: torch.Generator) -> Tensor:
    basis: Tensor = torch.linalg.qr(torch.randn(columns, rows, generator=generator))[0]
    return basis.T
