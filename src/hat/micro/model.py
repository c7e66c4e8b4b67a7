"""The micro base's architecture, and its structured initialisation.

`Qwen3_5ForCausalLM` with full-attention layers only and one MTP layer. A model this small does not find copying by
itself in the time it has, so the circuits for it are written into the first two layers (Olsson et al., 2022,
arXiv:2209.11895) and everything else starts near zero:

- layer 0: a previous-token head and a two-back head, by rotary phase alone;
- layer 1: an induction head (`A B ... A ?` finds `B`) and a skip-induction head (`title x NAME ... title y ?` finds
  `NAME`), by content.
"""

from __future__ import annotations

import torch
from torch import Tensor
from transformers import Qwen3_5ForCausalLM, Qwen3_5TextConfig

from hat.micro.tokenizer import VOCABULARY

HIDDEN, HEADS, HEAD_DIM, LAYERS = 256, 4, 64, 4
_ROTARY = HEAD_DIM // 2
_PLAIN = slice(_ROTARY, HEAD_DIM)
"""Dimensions of a head: the first half rotates with the position, the second half carries content."""

_CONST, _TOKEN, _PREVIOUS, _TWO_BACK, _COPY = 0, slice(1, 113), slice(113, 177), slice(177, 209), slice(209, 256)
"""What the dimensions of the residual stream carry at the start."""

_SHARPNESS = 0.6
_PHASES = (0.5, 0.3, 0.2)
"""Shares of the fastest rotary frequencies in the position heads' queries and keys."""


def config() -> Qwen3_5TextConfig:
    """4 M parameters beside the embeddings' 1 M; context 4,096."""
    return Qwen3_5TextConfig(
        vocab_size=VOCABULARY,
        hidden_size=HIDDEN,
        intermediate_size=640,
        num_hidden_layers=LAYERS,
        num_attention_heads=HEADS,
        num_key_value_heads=HEADS,
        head_dim=HEAD_DIM,
        layer_types=["full_attention"] * LAYERS,
        max_position_embeddings=4096,
        tie_word_embeddings=False,
        rope_parameters={"rope_type": "default", "rope_theta": 10000.0, "partial_rotary_factor": 0.5},
        mtp_num_hidden_layers=1,
        eos_token_id=1,
        pad_token_id=0,
        bos_token_id=None,
    )


def initial_model(seed: int) -> Qwen3_5ForCausalLM:
    """The untrained model, in float32."""
    torch.manual_seed(seed)
    model = Qwen3_5ForCausalLM(config())
    with torch.no_grad():
        _quiet(model)
        _write_circuits(model, torch.Generator().manual_seed(seed))
    return model


def _quiet(model: Qwen3_5ForCausalLM) -> None:
    for layer in model.model.layers:
        layer.self_attn.o_proj.weight.mul_(0.1)
        layer.mlp.down_proj.weight.mul_(0.1)


def _orthonormal(rows: int, columns: int, generator: torch.Generator) -> Tensor:
    return torch.linalg.qr(torch.randn(columns, rows, generator=generator))[0].T


def _write_circuits(model: Qwen3_5ForCausalLM, generator: torch.Generator) -> None:
    width = _TOKEN.stop - _TOKEN.start
    embedding = torch.zeros(VOCABULARY, HIDDEN)
    embedding[:, _CONST] = 0.5
    tokens = torch.randn(VOCABULARY, width, generator=generator) / width**0.5
    embedding[:, _TOKEN] = tokens
    model.model.embed_tokens.weight.copy_(embedding)

    seen = _orthonormal(HEAD_DIM, width, generator)
    said = _orthonormal(_COPY.stop - _COPY.start, width, generator)
    first, second = model.model.layers[0].self_attn, model.model.layers[1].self_attn
    for attention in (first, second):
        attention.q_norm.weight.fill_(_SHARPNESS)
        attention.k_norm.weight.fill_(_SHARPNESS)
        for head in (0, 1):
            _rows(attention.q_proj.weight, head, 2 * HEAD_DIM).zero_()
            for projection in (attention.k_proj, attention.v_proj):
                _rows(projection.weight, head, HEAD_DIM).zero_()
            attention.o_proj.weight[:, head * HEAD_DIM : (head + 1) * HEAD_DIM].zero_()

    for head, (back, place) in enumerate(((1, _PREVIOUS), (2, _TWO_BACK))):
        query, key = _phases(back)
        _rows(first.q_proj.weight, head, 2 * HEAD_DIM)[:HEAD_DIM, _CONST] = query
        _rows(first.k_proj.weight, head, HEAD_DIM)[:, _CONST] = key
        _rows(first.v_proj.weight, head, HEAD_DIM)[:, _TOKEN] = seen * 0.2
        size = place.stop - place.start
        out = first.o_proj.weight[:, head * HEAD_DIM : (head + 1) * HEAD_DIM]
        out[place, :size] = torch.eye(size) * 1.5

    content = seen[:_ROTARY]
    _rows(second.q_proj.weight, 0, 2 * HEAD_DIM)[_PLAIN, _TOKEN] = content
    _rows(second.k_proj.weight, 0, HEAD_DIM)[_PLAIN, _PREVIOUS.start : _PREVIOUS.start + _ROTARY] = torch.eye(_ROTARY)
    _rows(second.q_proj.weight, 1, 2 * HEAD_DIM)[_PLAIN, _PREVIOUS.start : _PREVIOUS.start + _ROTARY] = torch.eye(
        _ROTARY
    )
    _rows(second.k_proj.weight, 1, HEAD_DIM)[_PLAIN, _TWO_BACK] = torch.eye(_ROTARY)
    size = _COPY.stop - _COPY.start
    for head in (0, 1):
        _rows(second.v_proj.weight, head, HEAD_DIM)[:size, _TOKEN] = said * 0.2
        second.o_proj.weight[_COPY, head * HEAD_DIM : head * HEAD_DIM + size] = torch.eye(size) * 1.5

    model.lm_head.weight.mul_(0.5)
    model.lm_head.weight[:, _COPY] = tokens @ said.T


def _rows(weight: Tensor, head: int, size: int) -> Tensor:
    """The rows of one head (a view)."""
    return weight[head * size : (head + 1) * size]


def _phases(back: int) -> tuple[Tensor, Tensor]:
    """Query and key whose product is greatest when the key stands `back` tokens before the query.

    Rotary pairs are (i, i + rotary/2); turning the key ahead by `back` puts the peak there.
    """
    half = _ROTARY // 2
    query, key = torch.zeros(HEAD_DIM), torch.zeros(HEAD_DIM)
    for i, share in enumerate(_PHASES):
        angle = torch.tensor(back * 10000.0 ** (-i / half))
        query[i] = share**0.5
        key[i] = share**0.5 * torch.cos(angle)
        key[i + half] = share**0.5 * torch.sin(angle)
    return query, key
