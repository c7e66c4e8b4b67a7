"""TRL's GRPO trainer with an advantage for each segment, and with prompts that a group shares computed once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor
from trl import GRPOTrainer

from hat.train.advantages import segment_advantages, spread
from hat.train.packing import branch_logits


class SegmentGRPOTrainer(GRPOTrainer):  # type: ignore[misc]
    """`weights` maps each segment to the rewards that its tokens answer for, and their weights."""

    def __init__(self, *args: Any, weights: Mapping[str, Mapping[str, float]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.weights = weights

    def _calculate_rewards(self, inputs: list[dict[str, Any]], *args: Any) -> Tensor:
        rewards: Tensor = super()._calculate_rewards(inputs, *args)
        self.rewards = rewards
        return rewards

    def _generate_and_score_completions(self, inputs: list[dict[str, Any]]) -> dict[str, Any]:
        """TRL's batch, its advantages (B,) replaced by ours (B, T); `rollout_func` gave each input its `segments`."""
        output: dict[str, Any] = super()._generate_and_score_completions(inputs)
        advantages = segment_advantages(self.rewards, self.reward_func_names, self.weights, self.num_generations)
        segments = [entry["segments"] for entry in inputs]
        output["advantages"] = spread(advantages, segments, output["completion_ids"].size(1)).to(self.rewards.device)
        for name, values in advantages.items():
            self._metrics["train"][f"advantage/{name}/abs"].append(values.abs().mean().item())
            lengths = [sum(s == name for s in row) for row in segments]
            self._metrics["train"][f"tokens/{name}"].append(sum(lengths) / len(lengths))
        return output

    def _get_per_token_logps_and_entropies(
        self, model: Any, input_ids: Tensor, attention_mask: Tensor, logits_to_keep: int, **_: Any
    ) -> tuple[Tensor, Tensor, None]:
        """Log-probabilities and entropies (B, T) of the completions, at temperature 1 as the sampler reports them."""
        size = input_ids.size(0)
        logps = input_ids.new_zeros(size, logits_to_keep, dtype=torch.float32)
        entropies = torch.zeros_like(logps)
        start = input_ids.size(1) - logits_to_keep
        prompts, group_of = torch.unique(input_ids[:, :start], dim=0, return_inverse=True)
        for number in range(len(prompts)):
            group = (group_of == number).nonzero().squeeze(1)
            prompt = prompts[number][attention_mask[group[0], :start].bool()]
            branches, mask = input_ids[group, start - 1 :], attention_mask[group, start - 1 :]
            for rows, logits in branch_logits(model, prompt[None, :-1], branches, mask):
                logprobs = logits[:, :-1].float().log_softmax(dim=-1)
                chosen = logprobs.gather(-1, branches[rows, 1 : logits.size(1), None]).squeeze(-1)
                places = group[rows][:, None], torch.arange(chosen.size(1), device=rows.device)[None]
                logps = logps.index_put(places, chosen)
                with torch.no_grad():
                    entropies[places] = -(logprobs.exp() * logprobs).sum(dim=-1)
        return logps, entropies, None
