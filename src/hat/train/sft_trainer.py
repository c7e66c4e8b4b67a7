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
        losses, hits, count = [], 0, 0
        for rows, logits in branch_logits(model, inputs["prefix_ids"], inputs["branch_ids"], inputs["branch_mask"]):
            labels = inputs["labels"][rows, 1 : logits.size(1)]
            trained = labels != IGNORED
            chosen, targets = logits[:, :-1][trained], labels[trained]
            losses.append(functional.cross_entropy(chosen, targets, reduction="sum"))
            hits, count = hits + int((chosen.argmax(-1) == targets).sum()), count + len(targets)
        self._metrics["train"]["mean_token_accuracy"].append(hits / max(1, count))
        loss = torch.stack(losses).sum() / (num_items_in_batch or count)
        return (loss, None) if return_outputs else loss
