"""TRL's SFT trainer on shared-prefix rows."""

from __future__ import annotations

from typing import Any

import torch
from torch.nn import functional
from trl import SFTTrainer

from hat.train.packing import IGNORED, branch_logits


class PrefixSFTTrainer(SFTTrainer):  # type: ignore[misc]
    """Assistant-only cross entropy over batches of `packing.collate`."""

    def compute_loss(
        self,
        model: Any,
        inputs: dict[str, torch.Tensor],
        return_outputs: bool = False,
        num_items_in_batch: torch.Tensor | int | None = None,
    ) -> Any:
        """Mean negative log-likelihood of the trained tokens of the whole accumulated batch."""
        logits = branch_logits(model, inputs["prefix_ids"], inputs["branch_ids"], inputs["branch_mask"])[:, :-1]
        labels = inputs["labels"][:, 1:]
        trained = labels != IGNORED
        chosen, targets = logits[trained], labels[trained]
        loss = functional.cross_entropy(chosen, targets, reduction="sum") / (num_items_in_batch or trained.sum())
        accuracy = (chosen.argmax(-1) == targets).float().mean().item()
        self._metrics["train"]["mean_token_accuracy"].append(accuracy)
        return (loss, logits) if return_outputs else loss
