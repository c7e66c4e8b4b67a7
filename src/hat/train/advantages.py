"""Advantages for two state groups: the tokens of tool turns and those of the reply have advantages of their own.

Each reward is normalised on its own within its group of rollouts before the weighted sum, so that no reward drowns
another (GDPO); the sums are then normalised over the batch.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import torch
from torch import Tensor

EPSILON = 1e-4
"""Added to standard deviations, as TRL does: a group without difference gets advantage 0."""


def segment_advantages(
    rewards: Tensor, names: Sequence[str], weights: Mapping[str, Mapping[str, float]], group: int
) -> dict[str, Tensor]:
    """One advantage for each segment and rollout, shape (B,).

    `rewards` is (B, F) with NaN in the rows of rollouts that an infrastructure failure spoiled; they get advantage 0 and
    count in no mean. Rows come in groups of `group` rollouts of one prompt. `weights` maps a segment to its rewards and
    their weights; `names` are the F rewards.
    """
    valid = ~rewards.isnan().any(dim=1)
    grouped = rewards.view(-1, group, len(names))
    normal = _normalised(grouped, dim=1).view(-1, len(names))
    advantages = {}
    for segment, shares in weights.items():
        share = rewards.new_tensor([shares.get(name, 0.0) for name in names])
        total = (normal * share).sum(dim=1).masked_fill(~valid, torch.nan)
        advantages[segment] = _normalised(total, dim=0).nan_to_num(0.0)
    return advantages


def spread(advantages: Mapping[str, Tensor], segments: Sequence[Sequence[str | None]], width: int) -> Tensor:
    """Advantages for each token, shape (B, `width`); 0 where a token is in no segment."""
    result = torch.zeros(len(segments), width)
    for row, tokens in enumerate(segments):
        result[row, : len(tokens)] = torch.tensor([float(advantages[s][row]) if s else 0.0 for s in tokens])
    return result


def _normalised(values: Tensor, dim: int) -> Tensor:
    """(x - mean) / (std + epsilon) along `dim`, over what is not NaN."""
    mean = values.nanmean(dim=dim, keepdim=True)
    deviation = (values - mean).square().nanmean(dim=dim, keepdim=True).sqrt()
    return (values - mean) / (deviation + EPSILON)
