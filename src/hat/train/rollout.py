"""Rollouts: TRL's `rollout_func`, which answers requests through the same agent loop that production runs."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from transformers import PreTrainedTokenizerBase

from hat.agent.chat import Chat
from hat.agent.inprocess import InProcessClient
from hat.agent.loop import episode
from hat.agent.loop import run as run_episodes
from hat.agent.toolbox import ToolServer
from hat.agent.trajectory import Segment, Trajectory
from hat.room.reward import score
from hat.train.scene import Scene

REWARDS = ("accuracy", "effectiveness", "tool", "skill", "tool_thinking", "reply_thinking")
"""The four rewards of the room's judge, and a penalty for long thinking in each segment's turns."""


def thinking_penalty(trajectory: Trajectory, segment: Segment, budget: int) -> float:
    """Minus the share by which thinking in a segment's turns is longer than `budget` words each, on average."""
    words = [len(step.turn.thinking.split()) for step in trajectory.steps if step.turn.segment == segment]
    return -sum(max(0, count - budget) for count in words) / (budget * len(words)) if words else 0.0


def rewards(scene: Scene, trajectory: Trajectory, thinking_budget: int) -> dict[str, float]:
    """The rewards of a rollout by name; NaN for one that an infrastructure failure ended: that is masked."""
    if trajectory.infrastructure:
        return dict.fromkeys(REWARDS, math.nan)
    judged = score(scene.state, scene.requests[0], trajectory, scene.skills)
    return {
        "accuracy": float(judged.accuracy),
        "effectiveness": judged.effectiveness,
        "tool": judged.tool,
        "skill": judged.skill,
        "tool_thinking": thinking_penalty(trajectory, "tool", thinking_budget),
        "reply_thinking": thinking_penalty(trajectory, "reply", thinking_budget),
    }


class Rollouts:
    """Called by the trainer with the keys of scenes, each of one request, once for each rollout."""

    def __init__(
        self,
        scenes: Mapping[str, Scene],
        tokenizer: PreTrainedTokenizerBase,
        tools: ToolServer,
        *,
        temperature: float,
        max_new_tokens: int,
        thinking_budget: int,
        seed: int,
    ) -> None:
        self.scenes, self.tokenizer, self.tools = scenes, tokenizer, tools
        self.temperature, self.max_new_tokens = temperature, max_new_tokens
        self.thinking_budget, self.seed = thinking_budget, seed
        self.failures: Counter[str] = Counter()

    def __call__(self, keys: Sequence[str], trainer: Any) -> dict[str, list[Any]]:
        """Tokens, masks and rewards as TRL wants them: one entry in each list for each key.

        Draws depend on the seed and the trainer's step alone, so a resumed run repeats them.
        """
        model = trainer.accelerator.unwrap_model(trainer.model)
        seed = int.from_bytes(hashlib.sha256(f"rollout/{self.seed}/{trainer.state.global_step}".encode()).digest()[:4])
        client = InProcessClient(model, self.tokenizer, self.temperature, 1.0, seed, self.max_new_tokens)
        chat = Chat(self.tokenizer)
        scenes = [self.scenes[key] for key in keys]
        episodes = (episode(scene.requests[0], scene.state, self.tools, chat) for scene in scenes)
        model.eval()
        trajectories = run_episodes(episodes, client)
        model.train()
        self.failures.update(t.infrastructure for t in trajectories if t.infrastructure)
        scored = [rewards(scene, t, self.thinking_budget) for scene, t in zip(scenes, trajectories, strict=True)]
        return {
            "prompt_ids": [list(t.prompt_ids) for t in trajectories],
            "completion_ids": [list(t.ids) or [chat.end] for t in trajectories],
            "logprobs": [list(t.logprobs) or [0.0] for t in trajectories],
            "env_mask": [[int(trained) for trained in t.trained] or [0] for t in trajectories],
            "segments": [list(t.segments) or [None] for t in trajectories],
            **{name: [entry[name] for entry in scored] for name in REWARDS},
        }


def reward_functions() -> list[Callable[..., list[float]]]:
    """One function for each reward, as TRL takes them: it hands on what the rollouts scored."""

    def function(name: str) -> Callable[..., list[float]]:
        def reward(**columns: Any) -> list[float]:
            values: list[float] = columns[name]
            return values

        reward.__name__ = name
        return reward

    return [function(name) for name in REWARDS]
