"""Attention of many rows behind shared prefixes, without copying a prefix for each row.

Rows that share a prefix are neighbours, and their queries attend to it as one matrix product. What a row has of its
own lies in a buffer that is written in place; rows may differ in length, so nothing is padded or moved as they grow.
transformers calls this through its attention interface: `BatchCache` takes the place of its cache.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor
from transformers import PreTrainedModel

ATTENTION = "hat_shared_prefix"
"""The name under which transformers finds this attention."""


@dataclass(frozen=True)
class Prefix:
    """Keys and values of a prefix: for each layer a tensor of shape (key heads, tokens, head size)."""

    length: int = 0
    keys: tuple[Tensor, ...] = ()
    values: tuple[Tensor, ...] = ()


class BatchCache:
    """Keys and values of a batch of rows, each behind its prefix; equal prefixes stand together.

    `keys` and `values` hold for each layer the rows' own tokens, shape (rows, key heads, room, head size); `lengths`
    counts them, shape (rows,).
    """

    def __init__(
        self, prefixes: Sequence[Prefix], keys: Sequence[Tensor], values: Sequence[Tensor], lengths: Tensor
    ) -> None:
        self.prefixes, self.keys, self.values, self.lengths = list(prefixes), list(keys), list(values), lengths
        known = torch.tensor([prefix.length for prefix in prefixes], device=lengths.device)
        self._known = known
        self._groups = _groups(self.prefixes)

    @classmethod
    def empty(cls, model: PreTrainedModel, prefixes: Sequence[Prefix], room: int) -> BatchCache:
        """Rows without tokens of their own, and room for so many."""
        config = model.config
        size = getattr(config, "head_dim", None) or config.hidden_size // config.num_attention_heads
        shape = (len(prefixes), config.num_key_value_heads, room, size)
        keys, values = (
            [torch.zeros(shape, dtype=model.dtype, device=model.device) for _ in range(config.num_hidden_layers)]
            for _ in range(2)
        )
        return cls(prefixes, keys, values, torch.zeros(len(prefixes), dtype=torch.long, device=model.device))

    def part(self, start: int, stop: int) -> BatchCache:
        """A range of rows; what is written to it is written here."""
        rows = slice(start, stop)
        return BatchCache(
            self.prefixes[rows], [k[rows] for k in self.keys], [v[rows] for v in self.values], self.lengths[rows]
        )

    def keep(self, rows: Tensor) -> BatchCache:
        """A copy of some rows, in the order given."""
        return BatchCache(
            [self.prefixes[row] for row in rows.tolist()],
            [k[rows] for k in self.keys],
            [v[rows] for v in self.values],
            self.lengths[rows],
        )

    def expect(self, count: int) -> Tensor:
        """Prepare for the next `count` tokens of each row; their positions, shape (rows, count)."""
        self._places = self.lengths[:, None] + torch.arange(count, device=self.lengths.device)
        self._longest = int(self._places.max()) + 1
        own = torch.arange(self._longest, device=self.lengths.device)
        self._hidden = own > self._places[:, None, :, None]
        return self._known[:, None] + self._places

    def update(self, key: Tensor, value: Tensor, layer: int, *args: Any, **kwargs: Any) -> tuple[Tensor, Tensor]:
        """Write the expected tokens, shape (rows, key heads, tokens, head size); returns all own ones."""
        rows = torch.arange(len(self._places), device=key.device)[:, None]
        self.keys[layer][rows, :, self._places] = key.transpose(1, 2)
        self.values[layer][rows, :, self._places] = value.transpose(1, 2)
        return self.keys[layer][:, :, : self._longest], self.values[layer][:, :, : self._longest]

    def attend(self, query: Tensor, keys: Tensor, values: Tensor, layer: int) -> Tensor:
        """Attention of scaled queries, shape (rows, heads, tokens, head size), over prefixes and own tokens.

        Heads that share a key head are read as further tokens of that key head.
        """
        rows, heads, count, size = query.shape
        key_heads, longest = keys.shape[1:3]
        query = query.reshape(rows, key_heads, -1, size)
        hidden = self._hidden.repeat(1, 1, heads // key_heads, 1)
        own = (query @ keys.transpose(-1, -2)).masked_fill_(hidden, float("-inf"))
        output = torch.empty_like(query)
        for prefix, start, stop in self._groups:
            known, behind = prefix.length, query[start:stop].transpose(0, 1).reshape(key_heads, -1, size)
            scores = query.new_empty(key_heads, behind.shape[1], known + longest)
            scores[..., known:] = own[start:stop].transpose(0, 1).reshape(key_heads, -1, longest)
            if known:
                torch.bmm(behind, prefix.keys[layer].transpose(1, 2), out=scores[..., :known])
            weights = scores.softmax(dim=-1)
            apart = weights[..., known:].view(key_heads, stop - start, -1, longest).transpose(0, 1)
            output[start:stop] = apart @ values[start:stop]
            if known:
                shared = weights[..., :known] @ prefix.values[layer]
                output[start:stop] += shared.view(key_heads, stop - start, -1, size).transpose(0, 1)
        return output.view(rows, heads, count, size)


def _groups(prefixes: Sequence[Prefix]) -> list[tuple[Prefix, int, int]]:
    """Each prefix with the range of neighbouring rows behind it."""
    groups: list[tuple[Prefix, int, int]] = []
    for row, prefix in enumerate(prefixes):
        if groups and groups[-1][0] is prefix:
            groups[-1] = (prefix, groups[-1][1], row + 1)
        else:
            groups.append((prefix, row, row + 1))
    return groups


def shared_prefix_attention(
    module: Any,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attention_mask: Tensor | None,
    scaling: float,
    batch: BatchCache,
    **kwargs: Any,
) -> tuple[Tensor, None]:
    """transformers' attention interface; `batch` comes from the keyword arguments of the model's forward."""
    return batch.attend(query * scaling, key, value, module.layer_idx).transpose(1, 2), None
