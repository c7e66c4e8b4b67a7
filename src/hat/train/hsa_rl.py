"""HSA-RL: GRPO in the room, each group of rollouts under one harness state, a share of the states made by HSA.

Rewards are normalised each on its own before they are summed (GDPO), importance is sampled by sequence (GSPO), tool
turns and the reply have advantages of their own, tools fail at times, and infrastructure failures are masked.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import Field

from hat.harness.load import load_harness
from hat.room.faults import FaultPlan
from hat.room.tools import ToolServer
from hat.settings import Settings
from hat.train.policy import load_model, load_tokenizer
from hat.train.scene import make_scenes


class RlSettings(Settings):
    """Numbers of the stage. A step samples `groups` scenes `rollouts` times each.

    `variants` is the share of groups under HSA (0 is fixed RL), `faults` the rate at which tools fail. `updates` is how
    many optimiser steps one batch of rollouts serves. `thinking_budget` is the number of words that a turn may think
    without penalty. `weights` says which rewards each segment answers for.
    """

    steps: int = Field(default=8, ge=1)
    groups: int = Field(default=4, ge=1)
    rollouts: int = Field(default=6, ge=2)
    updates: int = Field(default=1, ge=1)
    variants: float = Field(default=0.75, ge=0, le=1)
    faults: float = Field(default=0.08, ge=0, le=1)
    temperature: float = Field(default=0.8, gt=0)
    max_new_tokens: int = Field(default=96, ge=8)
    thinking_budget: int = Field(default=40, ge=1)
    weights: dict[str, dict[str, float]] = Field(
        default={
            "tool": {"tool": 1.0, "skill": 1.0, "accuracy": 0.5, "tool_thinking": 0.1},
            "reply": {"accuracy": 1.0, "effectiveness": 1.0, "reply_thinking": 0.1},
        }
    )
    clip_low: float = 3e-4
    clip_high: float = 4e-4
    learning_rate: float = 1e-4
    warmup: float = 0.0
    save_steps: int = 2
    seed: int = 0


def run(config: RlSettings, inputs: dict[str, Path], out: Path) -> dict[str, Any]:
    """Train `inputs["policy"]` under `inputs["harness"]`; writes `model/` and `metrics.jsonl`. Resumes from `out`."""
    model, tokenizer = load_model(inputs["policy"]), load_tokenizer(inputs["policy"])
    scenes = make_scenes(load_harness(inputs["harness"]), config.steps * config.groups, 1, config.variants, config.seed)
    by_key = {str(number): scene for number, scene in enumerate(scenes)}

    from datasets import Dataset
    from trl import GRPOConfig

    from hat.train.grpo_trainer import SegmentGRPOTrainer
    from hat.train.rollout import Rollouts, reward_functions
    from hat.train.training import arguments, train

    rollouts = Rollouts(
        by_key,
        tokenizer,
        ToolServer(FaultPlan(config.faults, seed=config.seed)),
        temperature=config.temperature,
        max_new_tokens=config.max_new_tokens,
        thinking_budget=config.thinking_budget,
        seed=config.seed,
    )
    trainer = SegmentGRPOTrainer(
        model=model,
        reward_funcs=reward_functions(),
        args=GRPOConfig(
            **arguments(
                out,
                learning_rate=config.learning_rate,
                warmup=config.warmup,
                save_steps=config.save_steps,
                seed=config.seed,
            ),
            max_steps=config.steps * config.updates,
            per_device_train_batch_size=config.groups * config.rollouts,
            num_generations=config.rollouts,
            num_iterations=config.updates,
            multi_objective_aggregation="normalize_then_sum",
            importance_sampling_level="sequence",
            loss_type="grpo",
            epsilon=config.clip_low,
            epsilon_high=config.clip_high,
            beta=0.0,
        ),
        train_dataset=Dataset.from_dict({"prompt": list(by_key)}),
        processing_class=tokenizer,
        rollout_func=rollouts,
        weights=config.weights,
    )
    train(trainer, tokenizer, out, "hsa_rl", shown="rewards/accuracy/mean")
    rewards = [line for line in trainer.state.log_history if "rewards/accuracy/mean" in line]
    return {
        "steps": trainer.state.global_step,
        "rollouts": config.steps * config.groups * config.rollouts,
        "first_accuracy": rewards[0]["rewards/accuracy/mean"],
        "accuracy": rewards[-1]["rewards/accuracy/mean"],
        "infrastructure_failures": dict(rollouts.failures),
    }
