"""General OPD: on-policy distillation on general instructions, so that the policy keeps what the base can do.

The student samples an answer; the loss is the divergence to the base, as it was before HSA-SFT, on the student's
tokens.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hat.settings import Settings
from hat.train.policy import load_model, load_tokenizer


class OpdSettings(Settings):
    """Numbers of the stage.

    `beta` interpolates the divergence: 0 is KL(base || student), 1 the reverse KL(student || base), between them the
    generalised Jensen-Shannon divergence.
    """

    steps: int = 30
    batch: int = 16
    max_new_tokens: int = 64
    temperature: float = 1.0
    beta: float = 1.0
    learning_rate: float = 2e-4
    warmup: float = 0.05
    save_steps: int = 10
    seed: int = 0


def run(config: OpdSettings, inputs: dict[str, Path], out: Path) -> dict[str, Any]:
    """Distil `inputs["base"]` into `inputs["policy"]`; writes `model/` and `metrics.jsonl`. Resumes from `out`."""
    student, tokenizer = load_model(inputs["policy"]), load_tokenizer(inputs["policy"])

    from datasets import Dataset
    from trl import DistillationConfig, DistillationTrainer

    from hat.micro.instructions import make_instructions
    from hat.train.training import arguments, train

    prompts = [
        tokenizer.apply_chat_template(
            [{"role": "user", "content": instruction.prompt}], tokenize=False, add_generation_prompt=True
        )
        for instruction in make_instructions("train", config.steps * config.batch, config.seed)
    ]
    trainer = DistillationTrainer(
        model=student,
        teacher_model=load_model(inputs["base"]),
        args=DistillationConfig(
            **arguments(
                out,
                learning_rate=config.learning_rate,
                warmup=config.warmup,
                save_steps=config.save_steps,
                seed=config.seed,
            ),
            max_steps=config.steps,
            per_device_train_batch_size=config.batch,
            max_completion_length=config.max_new_tokens,
            temperature=config.temperature,
            beta=config.beta,
        ),
        train_dataset=Dataset.from_dict({"prompt": prompts}),
        processing_class=tokenizer,
    )
    train(trainer, tokenizer, out, "general_opd")
    losses = [line["loss"] for line in trainer.state.log_history if "loss" in line]
    return {"prompts": len(prompts), "steps": trainer.state.global_step, "loss": losses[-1], "first_loss": losses[0]}
