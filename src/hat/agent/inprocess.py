"""Batched generation with a transformers model in this process.

Prompts under one harness state share their first message. Its keys and values are computed once, kept for later calls,
and read by all rows behind it. Rows that end leave the batch.
"""

from __future__ import annotations

import random
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import torch
from torch import Tensor
from transformers import AttentionInterface, PreTrainedModel, PreTrainedTokenizerBase

from hat.agent.attention import ATTENTION, BatchCache, Prefix, shared_prefix_attention
from hat.agent.chat import Chat
from hat.agent.client import Prompt
from hat.agent.sampling import Draws, pick
from hat.agent.trajectory import Turn

PREFIX_TOKENS = 100_000
"""Tokens of prefixes that are kept between calls."""

CHUNK_TOKENS = 512
"""Tokens that one forward pass takes while prompts are read: what it computes stays in the processor's cache."""

COMPACT = 0.25
"""Share of ended rows at which the batch is made smaller."""

STOP_TAIL = 8
"""Tokens at the end of a row in which a stop string is looked for."""

AttentionInterface.register(ATTENTION, shared_prefix_attention)


@dataclass
class _Row:
    """A turn in the making."""

    prompt: Prompt
    prefix: Prefix
    own: tuple[int, ...]
    draw: random.Random
    limit: int
    ids: list[int] = field(default_factory=list)
    logprobs: list[float] = field(default_factory=list)
    ended: bool = False


class InProcessClient:
    """A `ModelClient` around a decoder with full attention in every layer.

    `temperature` 0 is greedy. A turn has at most `max_new_tokens` tokens, fewer where the model's context ends. Set
    `model.eval()` first if the model has dropout; make a new client when the weights have changed.
    """

    def __init__(
        self,
        model: PreTrainedModel,
        tokenizer: PreTrainedTokenizerBase,
        temperature: float = 0.0,
        top_p: float = 1.0,
        seed: int = 0,
        max_new_tokens: int = 96,
    ) -> None:
        self.model, self.chat = model, Chat(tokenizer)
        self.temperature, self.top_p, self.max_new_tokens = temperature, top_p, max_new_tokens
        self._draws = Draws(seed)
        self._prefixes: OrderedDict[tuple[int, ...], Prefix] = OrderedDict()

    @torch.inference_mode()
    def generate(self, prompts: Sequence[Prompt]) -> list[Turn]:
        """One turn for each prompt, in order; an empty turn where the prompt fills the model's context."""
        with _attention(self.model):
            rows = [self._row(prompt) for prompt in prompts]
            ordered = sorted((row for row in rows if row.limit > 0), key=lambda row: (id(row.prefix), len(row.own)))
            if ordered:
                self._decode(ordered)
        return [self.chat.turn(row.ids, row.logprobs) for row in rows]

    def _row(self, prompt: Prompt) -> _Row:
        cut = prompt.ids.index(self.chat.end) + 1 if self.chat.end in prompt.ids[:-1] else 0
        limit = min(self.max_new_tokens, self.model.config.max_position_embeddings - len(prompt.ids))
        prefix = self._prefix(prompt.ids[:cut]) if limit > 0 else Prefix()
        return _Row(prompt, prefix, prompt.ids[cut:], self._draws.row(prompt.ids), limit)

    def _prefix(self, ids: tuple[int, ...]) -> Prefix:
        """Keys and values of a prefix, computed when they are not at hand."""
        if ids in self._prefixes:
            self._prefixes.move_to_end(ids)
            return self._prefixes[ids]
        batch = BatchCache.empty(self.model, [Prefix()], len(ids))
        for start in range(0, len(ids), CHUNK_TOKENS):
            self._forward([ids[start : start + CHUNK_TOKENS]], batch)
        prefix = Prefix(len(ids), tuple(k[0] for k in batch.keys), tuple(v[0] for v in batch.values))
        self._prefixes[ids] = prefix
        while sum(map(len, self._prefixes)) > PREFIX_TOKENS and len(self._prefixes) > 1:
            self._prefixes.popitem(last=False)
        return prefix

    def _forward(self, ids: Sequence[Sequence[int]], batch: BatchCache) -> Tensor:
        """Read new tokens of each row; hidden states of each row's last one, shape (rows, width)."""
        counts = torch.tensor([len(row) for row in ids], device=self.model.device)
        padded = torch.tensor([[*row, *[0] * (int(counts.max()) - len(row))] for row in ids], device=self.model.device)
        output = self.model.base_model(
            input_ids=padded, position_ids=batch.expect(padded.shape[1]), cache=batch, batch=batch, use_cache=True
        )
        batch.lengths += counts
        hidden: Tensor = output.last_hidden_state
        return hidden[torch.arange(len(ids), device=hidden.device), counts - 1]

    def _read(self, rows: Sequence[_Row], batch: BatchCache) -> Tensor:
        """Read what the rows have of their own, a few rows at a time; hidden states of their last tokens."""
        at_once = max(1, CHUNK_TOKENS // max(len(row.own) for row in rows))
        return torch.cat(
            [
                self._forward([row.own for row in rows[i : i + at_once]], batch.part(i, i + at_once))
                for i in range(0, len(rows), at_once)
            ]
        )

    def _decode(self, rows: list[_Row]) -> None:
        """Fill the rows with their turns."""
        room = max(len(row.own) for row in rows) + max(row.limit for row in rows)
        batch = BatchCache.empty(self.model, [row.prefix for row in rows], room)
        hidden = self._read(rows, batch)
        head = self.model.get_output_embeddings()
        while True:
            tokens, logprobs = pick(head(hidden), self.temperature, self.top_p, [row.draw for row in rows])
            for row, token, logprob in zip(rows, tokens.tolist(), logprobs.tolist(), strict=True):
                if not row.ended:
                    row.ids.append(token)
                    row.logprobs.append(logprob)
                    row.ended = token == self.chat.end or len(row.ids) >= row.limit or self._stopped(row)
            live = [i for i, row in enumerate(rows) if not row.ended]
            if not live:
                return
            if len(live) <= (1 - COMPACT) * len(rows):
                batch = batch.keep(torch.tensor(live, device=batch.lengths.device))
                rows = [rows[i] for i in live]
            hidden = self._forward([row.ids[-1:] for row in rows], batch)

    def _stopped(self, row: _Row) -> bool:
        if not row.prompt.stop:
            return False
        tail = str(self.chat.tokenizer.decode(row.ids[-STOP_TAIL:]))
        return any(stop in tail for stop in row.prompt.stop)


@contextmanager
def _attention(model: PreTrainedModel) -> Iterator[None]:
    """The model with attention over shared prefixes, for the time of a call."""
    usual = model.config._attn_implementation
    model.config._attn_implementation = ATTENTION
    try:
        yield
    finally:
        model.config._attn_implementation = usual
