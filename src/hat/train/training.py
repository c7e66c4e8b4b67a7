"""What the three training stages share: trainer arguments, resuming, metrics and the one-line progress bar."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import torch
from tqdm.auto import tqdm
from transformers import (
    PreTrainedTokenizerBase,
    PrinterCallback,
    Trainer,
    TrainerCallback,
    TrainerControl,
    TrainerState,
    TrainingArguments,
)

from hat.train.checkpoint import last_good, seal
from hat.train.metrics import MetricsLog
from hat.train.policy import save_policy

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
    """Writes metrics, seals checkpoints and shows one line of progress."""

    def __init__(self, out: Path, stage: str, shown: str) -> None:
        self.log, self.stage, self.shown = MetricsLog(out, stage), stage, shown

    def on_train_begin(
        self, args: TrainingArguments, state: TrainerState, control: TrainerControl, **_: Any
    ) -> None:
        """Drop metrics of steps that run again; open the bar where training starts."""
        self.log.rewind(state.global_step)
        self.bar = tqdm(desc=self.stage, total=state.max_steps, initial=state.global_step, unit="step")

    def on_step_end(self, args: TrainingArguments, state: TrainerState, control: TrainerControl, **_: Any) -> None:
        """Move the bar."""
        self.bar.update()

    def on_log(
        self,
        args: TrainingArguments,
        state: TrainerState,
        control: TrainerControl,
        logs: dict[str, Any] | None = None,
        **_: Any,
    ) -> None:
        """Append the numbers; show the one that tells most."""
        values = logs or {}
        self.log.add(state.global_step, values)
        if self.shown in values:
            self.bar.set_postfix({self.shown: f"{values[self.shown]:.3f}"})

    def on_save(self, args: TrainingArguments, state: TrainerState, control: TrainerControl, **_: Any) -> None:
        """Make the new checkpoint trustworthy."""
        seal(Path(args.output_dir) / f"checkpoint-{state.global_step}")

    def on_train_end(self, args: TrainingArguments, state: TrainerState, control: TrainerControl, **_: Any) -> None:
        """Leave the finished bar."""
        self.bar.close()


def train(trainer: Trainer, tokenizer: PreTrainedTokenizerBase, out: Path, stage: str, shown: str = "loss") -> None:
    """Train to the end, from the last good checkpoint in `out` if there is one; save `out/model`, drop checkpoints.

    `shown` names the metric in the progress bar.
    """
    trainer.remove_callback(PrinterCallback)
    trainer.add_callback(StageCallback(out, stage, shown))
    checkpoint = last_good(out / CHECKPOINTS)
    trainer.train(resume_from_checkpoint=str(checkpoint) if checkpoint else None)
    save_policy(trainer.model, tokenizer, out)
    shutil.rmtree(out / CHECKPOINTS, ignore_errors=True)
