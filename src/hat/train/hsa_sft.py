"""HSA-SFT: supervised training on the teacher's trajectories, loss on assistant tokens only.

Fixed-Harness SFT, the baseline, is this stage on trajectories that were made with `variants: 0`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hat.settings import Settings
from hat.train.policy import load_model, load_tokenizer
from hat.train.record import read_records


class SftSettings(Settings):
    """Numbers of the stage. A step reads `rows` rows of up to `width` trajectories of one harness state each."""

    epochs: float = 1.0
    width: int = 8
    rows: int = 1
    learning_rate: float = 1e-3
    warmup: float = 0.05
    save_steps: int = 25
    seed: int = 0


def run(config: SftSettings, inputs: dict[str, Path], out: Path) -> dict[str, Any]:
    """Train `inputs["base"]` on `inputs["trajectories"]`; writes `model/` and `metrics.jsonl`.

    Resumes at the exact step of the last good checkpoint in `out`, with the same order of data.
    """
    records = read_records(inputs["trajectories"])
    model, tokenizer = load_model(inputs["base"]), load_tokenizer(inputs["base"])

    from datasets import Dataset
    from trl import SFTConfig

    from hat.train.packing import collate, make_rows
    from hat.train.sft_trainer import PrefixSFTTrainer
    from hat.train.training import arguments, train

    rows = make_rows(records, config.width)
    trainer = PrefixSFTTrainer(
        model=model,
        args=SFTConfig(
            **arguments(
                out,
                learning_rate=config.learning_rate,
                warmup=config.warmup,
                save_steps=config.save_steps,
                seed=config.seed,
            ),
            num_train_epochs=config.epochs,
            per_device_train_batch_size=1,
            gradient_accumulation_steps=config.rows,
            dataset_kwargs={"skip_prepare_dataset": True},
        ),
        train_dataset=Dataset.from_list([vars(row) for row in rows]),
        data_collator=collate,
        processing_class=tokenizer,
    )
    train(trainer, tokenizer, out, "hsa_sft")
    return {
        "trajectories": len(records),
        "harness_states": len({entry.harness for entry in records}),
        "trained_tokens": sum(sum(entry.trained) for entry in records),
        "steps": trainer.state.global_step,
        "loss": trainer.state.log_history[-1]["train_loss"],
    }
