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

ATTENTION = "hat_shared_prefix"
"""The name under which transformers finds this attention."""


@dataclass(frozen=True)
class Prefix:
    """Keys and values of a prefix: for each layer a tensor of shape (key heads, tokens, head size)."""

    length: int
    keys: tuple[Tensor, ...] = ()
    values: tuple[Tensor, ...] = ()


class BatchCache:
    """Keys and values of a batch. `prefixes` has one entry for each row; equal neighbours are one group.

    `lengths` counts each row's own tokens, shape (rows,); the caller adds to it after each forward pass. `room` is the
    number of own tokens that a row may come to have.
    """

    def __init__(self, prefixes: Sequence[Prefix], room: int) -> None:
        self.prefixes = list(prefixes)
        self.room = room
        self.lengths = torch.zeros(len(self.prefixes), dtype=torch.long)
        self.offsets = torch.tensor([prefix.length for prefix in self.prefixes])
        self.keys: list[Tensor] = []
        self.values: list[Tensor] = []

    def positions(self, count: int) -> Tensor:
        """Positions of the next `count` tokens of each row, shape (rows, count)."""
        return (self.offsets + self.lengths)[:, None] + torch.arange(count)

    def update(self, key: Tensor, value: Tensor, layer: int, *args: Any, **kwargs: Any) -> tuple[Tensor, Tensor]:
        """Write new keys and values, shape (rows, heads, tokens, size), behind each row's own; return all own ones."""
        rows, heads, count, size = key.shape
        if layer == len(self.keys):
            self.keys.append(key.new_zeros(rows, heads, self.room, size))
            self.values.append(value.new_zeros(rows, heads, self.room, size))
        places = self.lengths[:, None] + torch.arange(count)
        index = torch.arange(rows)[:, None]
        self.keys[layer][index, :, places] = key.transpose(1, 2)
        self.values[layer][index, :, places] = value.transpose(1, 2)
        return self.keys[layer], self.values[layer]

    def keep(self, rows: Tensor) -> None:
        """Drop all rows but these, in this order."""
        self.prefixes = [self.prefixes[row] for row in rows.tolist()]
        self.lengths, self.offsets = self.lengths[rows], self.offsets[rows]
        self.keys = [tensor[rows] for tensor in self.keys]
        self.values = [tensor[rows] for tensor in self.values]

    def groups(self) -> list[tuple[Prefix, int, int]]:
        """Each prefix with the range of rows behind it."""
        groups: list[tuple[Prefix, int, int]] = []
        for row, prefix in enumerate(self.prefixes):
            if groups and groups[-1][0] is prefix:
                groups[-1] = (prefix, groups[-1][1], row + 1)
            else:
                groups.append((prefix, row, row + 1))
        return groups

    def attend(self, query: Tensor, layer: int, scaling: float) -> Tensor:
        """Attention of new queries, shape (rows, heads, tokens, size), over prefixes and own tokens; the same shape."""
        rows, heads, count, size = query.shape
        keys, values = self.keys[layer], self.values[layer]
        longest = int(self.lengths.max()) + count
        keys, values = keys[:, :, :longest], values[:, :, :longest]
        repeat = heads // keys.shape[1]
        # Queries that share a key head are further tokens of it: (rows, key heads, repeat * tokens, size).
        query = (query * scaling).reshape(rows, heads // repeat, repeat * count, size)
        last = (self.lengths[:, None] + torch.arange(count)).repeat(1, repeat)
        hidden = torch.arange(longest) > last[:, None, :, None]
        scores = (query @ keys.transpose(-1, -2)).masked_fill_(hidden, float("-inf"))
        output = torch.empty_like(query)
        for prefix, start, stop in self.groups():
            if prefix.length:
                behind = query[start:stop].transpose(0, 1).reshape(heads // repeat, -1, size)
                known = (behind @ prefix.keys[layer].transpose(-1, -2)).view(
                    heads // repeat, stop - start, repeat * count, prefix.length
                )
                weights = torch.cat([known.transpose(0, 1), scores[start:stop]], dim=-1).softmax(dim=-1)
                known = weights[..., : prefix.length].transpose(0, 1).reshape(heads // repeat, -1, prefix.length)
                shared = (known @ prefix.values[layer]).view(heads // repeat, stop - start, repeat * count, size)
                output[start:stop] = shared.transpose(0, 1) + weights[..., prefix.length :] @ values[start:stop]
            else:
                output[start:stop] = scores[start:stop].softmax(dim=-1) @ values[start:stop]
        return output.view(rows, heads, count, size)


def shared_prefix_attention(
    module: torch.nn.Module,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attention_mask: Tensor | None,
    scaling: float,
    batch: BatchCache,
    **kwargs: Any,
) -> tuple[Tensor, None]:
    """transformers' attention interface; `batch` comes from the keyword arguments of the model's forward."""
    return batch.attend(query, int(module.layer_idx), scaling).transpose(1, 2), None  # type: ignore[arg-type]
