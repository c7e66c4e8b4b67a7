"""What the three training stages share: trainer arguments, resuming, metrics and progress."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import torch
from transformers import (
    PreTrainedTokenizerBase,
    PrinterCallback,
    Trainer,
    TrainerCallback,
    TrainerControl,
    TrainerState,
    TrainingArguments,
)

from hat.events import Event
from hat.train.checkpoint import last_good, seal
from hat.train.metrics import MetricsLog
from hat.train.policy import save_policy
from hat.train.progress import Progress

CHECKPOINTS = "checkpoints"


def arguments(out: Path, *, learning_rate: float, warmup: float, save_steps: int, seed: int) -> dict[str, Any]:
    """Trainer arguments that are the same in every stage. `warmup` is a share of all steps, then linear decay to 0."""
    accelerator = torch.cuda.is_available()
    return {
        "output_dir": str(out / CHECKPOINTS),
        "learning_rate": learning_rate,
        "warmup_steps": warmup,
        "lr_scheduler_type": "linear",
        "save_steps": save_steps,
        "save_total_limit": 3,
        "logging_steps": 1,
        "seed": seed,
        "report_to": [],
        "disable_tqdm": True,
        "use_cpu": not accelerator,
        "bf16": accelerator,
        "activation_checkpointing": accelerator,
        "dataloader_pin_memory": accelerator,
        "remove_unused_columns": False,
    }


class StageCallback(TrainerCallback):  # type: ignore[misc]
    """Writes metrics, seals checkpoints and says how far training is, with the metric `shown`."""

    def __init__(self, out: Path, stage: str, shown: str) -> None:
        self.log, self.shown = MetricsLog(out, stage), shown

    def on_train_begin(self, args: TrainingArguments, state: TrainerState, control: TrainerControl, **_: Any) -> None:
        """Drop metrics of steps that run again; start the clock where training starts."""
        self.log.rewind(state.global_step)
        self.progress = Progress("step", state.max_steps, state.global_step)

    def on_log(
        self,
        args: TrainingArguments,
        state: TrainerState,
        control: TrainerControl,
        logs: dict[str, Any] | None = None,
        **_: Any,
    ) -> None:
        """Append the numbers of a step; say the one that tells most."""
        values = logs or {}
        self.log.add(state.global_step, values)
        if self.shown in values:
            self.progress.advance(note=f"{self.shown} {values[self.shown]:.3f}")

    def on_save(self, args: TrainingArguments, state: TrainerState, control: TrainerControl, **_: Any) -> None:
        """Make the new checkpoint trustworthy."""
        seal(Path(args.output_dir) / f"checkpoint-{state.global_step}")


def train(trainer: Trainer, tokenizer: PreTrainedTokenizerBase, out: Path, stage: str, shown: str = "loss") -> None:
    """Train to the end, from the last good checkpoint in `out` if there is one; save `out/model`, drop checkpoints.

    `shown` names the metric that is shown while training.
    """
    trainer.remove_callback(PrinterCallback)
    trainer.add_callback(StageCallback(out, stage, shown))
    checkpoint = last_good(out / CHECKPOINTS, lambda why: Event(stage, "warning", str(out), message=why).emit())
    trainer.train(resume_from_checkpoint=str(checkpoint) if checkpoint else None)
    save_policy(trainer.model, tokenizer, out)
    shutil.rmtree(out / CHECKPOINTS, ignore_errors=True)
