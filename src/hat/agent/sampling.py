"""Picks the next token of each row, reproducibly whatever other rows are in the batch."""

from __future__ import annotations

import random
from collections.abc import Sequence
from hashlib import sha256

import torch
from torch import Tensor


class Draws:
    """Random numbers for rows: equal prompts draw differently, and a row draws the same in any batch."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._seen: dict[str, int] = {}

    def row(self, ids: Sequence[int]) -> random.Random:
        """The source for one more continuation of a prompt."""
        prompt = sha256(repr((self.seed, tuple(ids))).encode()).hexdigest()
        self._seen[prompt] = self._seen.get(prompt, -1) + 1
        return random.Random(f"{prompt}:{self._seen[prompt]}")


def pick(logits: Tensor, temperature: float, top_p: float, draws: Sequence[random.Random]) -> tuple[Tensor, Tensor]:
    """Next tokens and their log-probabilities at temperature 1, both of shape (rows,), from logits (rows, vocabulary).

    Temperature 0 is greedy. `top_p` below 1 samples from the smallest set of tokens that holds that share.
    """
    logprobs = logits.float().log_softmax(dim=-1)
    if temperature == 0:
        tokens = logprobs.argmax(dim=-1)
    else:
        shares, order = (logprobs / temperature).softmax(dim=-1).sort(dim=-1, descending=True)
        sums = shares.cumsum(dim=-1)
        kept = (sums - shares < top_p).sum(dim=-1, keepdim=True)
        uniform = torch.tensor([[source.random()] for source in draws], dtype=sums.dtype, device=sums.device)
        places = torch.searchsorted(sums, uniform * sums.gather(-1, kept - 1))
        tokens = order.gather(-1, torch.minimum(places, kept - 1)).squeeze(-1)
    return tokens, logprobs.gather(-1, tokens[:, None]).squeeze(-1)
