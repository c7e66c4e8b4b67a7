import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from datasets import Dataset
from trl import GRPOConfig

from hat.agent.trajectory import Step, Trajectory, Turn
from hat.harness.load import load_harness
from hat.harness.save import save_harness
from hat.harness.state import Limit
from hat.micro.load import base_path
from hat.train import hsa_rl
from hat.train.grpo_trainer import SegmentGRPOTrainer
from hat.train.hsa_rl import RlSettings
from hat.train.metrics import read_metrics
from hat.train.policy import load_tokenizer, save_policy
from hat.train.rollout import REWARDS, rewards, thinking_penalty
from hat.train.scene import make_scenes
from hat.train.training import arguments, train
from tests.train.conftest import tiny_model, tiny_tokenizer

HARNESS = Path(__file__).parents[2] / "harness_repo"


def test_logprobs_of_shared_prompts_equal_those_of_whole_sequences() -> None:
    model = tiny_model(4)
    source = random.Random(4)
    prompts = [[source.randrange(300) for _ in range(length)] for length in (9, 14)]
    completions = [[source.randrange(300) for _ in range(length)] for length in (5, 3, 7, 4)]
    ids, mask = torch.zeros(4, 21, dtype=torch.long), torch.zeros(4, 21, dtype=torch.long)
    for row, (number, completion) in enumerate(zip((0, 1, 0, 1), completions, strict=True)):
        begin, end = 14 - len(prompts[number]), 14 + len(completion)
        ids[row, begin:end] = torch.tensor(prompts[number] + completion)
        mask[row, begin:end] = 1
    logps, entropies, _ = SegmentGRPOTrainer._get_per_token_logps_and_entropies(None, model, ids, mask, 7)
    for row, (number, completion) in enumerate(zip((0, 1, 0, 1), completions, strict=True)):
        whole = torch.tensor([prompts[number] + completion])
        expected = model(input_ids=whole).logits[0, -len(completion) - 1 : -1].log_softmax(-1)
        chosen = expected.gather(-1, torch.tensor(completion)[:, None]).squeeze(-1)
        assert torch.allclose(logps[row, : len(completion)], chosen, atol=1e-4)
        assert torch.allclose(entropies[row, : len(completion)], -(expected.exp() * expected).sum(-1), atol=1e-4)


def test_each_segment_learns_from_its_own_reward(tmp_path: Path) -> None:
    """Of four tokens, even ones are rewarded in the tool segment and odd ones in the reply: both shares rise."""
    tokenizer, model = tiny_tokenizer(), tiny_model(2)
    segments = ["tool", "tool", "reply", "reply"]

    def rollout(prompts: list[str], trainer: SegmentGRPOTrainer) -> dict[str, list]:
        torch.manual_seed(trainer.state.global_step)
        ids = torch.full((len(prompts), 2), 7)
        with torch.no_grad():
            for _ in segments:
                choice = trainer.model(input_ids=ids).logits[:, -1, :4].softmax(-1).multinomial(1)
                ids = torch.cat([ids, choice], dim=1)
        sampled = ids[:, 2:]
        even = (sampled % 2 == 0).float()
        return {
            "prompt_ids": [[7, 7]] * len(prompts),
            "completion_ids": sampled.tolist(),
            "logprobs": [[0.0] * 4] * len(prompts),
            "segments": [segments] * len(prompts),
            "even": even[:, :2].mean(1).tolist(),
            "odd": (1 - even[:, 2:]).mean(1).tolist(),
        }

    def even(even: list[float], **_: object) -> list[float]:
        return even

    def odd(odd: list[float], **_: object) -> list[float]:
        return odd

    trainer = SegmentGRPOTrainer(
        model=model,
        reward_funcs=[even, odd],
        args=GRPOConfig(
            **arguments(tmp_path, learning_rate=3e-3, warmup=0.0, save_steps=100, seed=0),
            max_steps=12,
            per_device_train_batch_size=32,
            num_generations=16,
            importance_sampling_level="sequence",
            loss_type="grpo",
            multi_objective_aggregation="normalize_then_sum",
            beta=0.0,
        ),
        train_dataset=Dataset.from_dict({"prompt": [str(n) for n in range(24)]}),
        processing_class=tokenizer,
        rollout_func=rollout,
        weights={"tool": {"even": 1.0}, "reply": {"odd": 1.0}},
    )
    train(trainer, tokenizer, tmp_path, "hsa_rl")
    for name in ("even", "odd"):
        means = [m["value"] for m in read_metrics(tmp_path) if m["name"] == f"rewards/{name}/mean"]
        assert sum(means[-3:]) / 3 > sum(means[:3]) / 3 + 0.1


@pytest.fixture
def inputs(tmp_path: Path) -> dict[str, Path]:
    """The real harness with two turns at most, and a tiny policy that has the real tokenizer."""
    state = load_harness(HARNESS)
    save_harness(replace(state, limits={**state.limits, "max_turns": Limit(3, 3, 12)}), tmp_path / "harness")
    tokenizer = load_tokenizer(base_path())
    model = tiny_model(vocabulary=len(tokenizer))
    return {"harness": tmp_path / "harness", "policy": save_policy(model, tokenizer, tmp_path / "policy")}


def test_the_stage_runs_rollouts_of_the_real_loop_and_resumes(
    tmp_path: Path, inputs: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    config = RlSettings(steps=3, groups=2, rollouts=2, max_new_tokens=8, save_steps=1, learning_rate=1e-3)
    result = hsa_rl.run(config, inputs, tmp_path / "whole")
    assert result["rollouts"] == 12
    lines = read_metrics(tmp_path / "whole")
    assert {line["stage"] for line in lines} == {"hsa_rl"}
    named = {line["name"] for line in lines}
    assert named >= {f"rewards/{name}/mean" for name in REWARDS} | {"advantage/tool/abs", "tokens/reply"}

    original = SegmentGRPOTrainer.training_step

    def dying(self, *args, **kwargs):
        if self.state.global_step == 2:
            raise KeyboardInterrupt
        return original(self, *args, **kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(SegmentGRPOTrainer, "training_step", dying)
        with pytest.raises(KeyboardInterrupt):
            hsa_rl.run(config, inputs, tmp_path / "resumed")
    hsa_rl.run(config, inputs, tmp_path / "resumed")
    for folder in ("whole", "resumed"):
        config_file = tmp_path / folder / "model" / "config.json"
        assert json.loads(config_file.read_text())["architectures"] == ["Qwen3_5ForCausalLM"]
    assert rewards_in(tmp_path / "whole") == rewards_in(tmp_path / "resumed")


def rewards_in(folder: Path) -> list[tuple[int, str, float]]:
    lines = read_metrics(folder)
    return [(line["step"], line["name"], line["value"]) for line in lines if line["name"].startswith("rewards/")]


def trajectory(*thinking: str, infrastructure: str | None = None) -> Trajectory:
    steps = tuple(Step(Turn((), (), words, "hi", ())) for words in thinking)
    return Trajectory("r", "h", "", "", steps, (), (), (), (), (), None, 0.0, infrastructure)


def test_long_thinking_costs_and_infrastructure_failures_are_masked() -> None:
    assert thinking_penalty(trajectory("a b", "a b c d e f"), "reply", budget=4) == -0.25
    assert thinking_penalty(trajectory("a b"), "tool", budget=4) == 0
    (scene,) = make_scenes(load_harness(HARNESS), 1, 1, 0.0, seed=0)
    spoiled = rewards(scene, trajectory("a", infrastructure="timeout"), 4)
    assert all(value != value for value in spoiled.values())
    assert rewards(scene, trajectory("a"), 4)["accuracy"] == 0.0


def test_scenes_have_the_wished_share_of_variants_and_never_mask_what_is_needed() -> None:
    state = load_harness(HARNESS)
    scenes = make_scenes(state, 20, 4, 0.75, seed=3)
    assert sum(scene.skills is not None for scene in scenes) == 15
    for scene in scenes:
        for request in scene.requests:
            assert all(scene.skills is None or skill in scene.skills for skill in request.skills)
            served = {tool.implementation for tool in scene.state.tools}
            assert {need.implementation for need in request.needs} <= served
