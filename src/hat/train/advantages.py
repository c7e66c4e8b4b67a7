"""Advantages for two state groups: the tokens of tool turns and those of the reply have advantages of their own.

Each reward is normalised on its own within its group of rollouts before the weighted mean, so that no reward drowns
another (GDPO). GDPO then divides by the deviation over the batch, to keep the range whatever the number of rewards; the
mean does that here, because where only a penalty of small weight differs, the division would make it count in full.
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

    `rewards` is (B, F) with NaN in the rows of rollouts that an infrastructure failure spoiled; they get advantage 0
    and count in no mean. Rows come in groups of `group` rollouts of one prompt. `weights` maps a segment to its rewards
    and their weights; `names` are the F rewards.
    """
    valid = ~rewards.isnan().any(dim=1)
    normal = _normalised(rewards.view(-1, group, len(names))).view(-1, len(names))
    advantages = {}
    for segment, shares in weights.items():
        share = rewards.new_tensor([shares.get(name, 0.0) for name in names])
        advantages[segment] = ((normal * share).sum(dim=1) / share.sum()).where(valid, 0.0)
    return advantages


def spread(advantages: Mapping[str, Tensor], segments: Sequence[Sequence[str | None]], width: int) -> Tensor:
    """Advantages for each token, shape (B, `width`); 0 where a token is in no segment."""
    result = torch.zeros(len(segments), width)
    for row, tokens in enumerate(segments):
        result[row, : len(tokens)] = torch.tensor([float(advantages[s][row]) if s else 0.0 for s in tokens])
    return result


def _normalised(values: Tensor) -> Tensor:
    """(x - mean) / (deviation + epsilon) along dimension 1, over what is not NaN."""
    mean = values.nanmean(dim=1, keepdim=True)
    deviation = (values - mean).square().nanmean(dim=1, keepdim=True).sqrt()
    return (values - mean) / (deviation + EPSILON)
