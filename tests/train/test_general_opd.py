from pathlib import Path

import torch
from transformers import AutoModelForCausalLM

from hat.train.general_opd import OpdSettings, run
from hat.train.metrics import read_metrics
from hat.train.policy import load_model, load_tokenizer, save_policy


def test_the_student_comes_closer_to_the_base(tmp_path: Path, base: Path) -> None:
    student = load_model(base)
    torch.manual_seed(1)
    with torch.no_grad():
        student.lm_head.weight += 0.05 * torch.randn_like(student.lm_head.weight)
    policy = save_policy(student, load_tokenizer(base), tmp_path / "policy")
    config = OpdSettings(steps=8, batch=8, max_new_tokens=8, learning_rate=3e-3, warmup=0, seed=3)
    result = run(config, {"policy": policy, "base": base}, tmp_path / "out")
    losses = [line["value"] for line in read_metrics(tmp_path / "out") if line["name"] == "loss"]
    assert len(losses) == result["steps"] == 8
    assert sum(losses[-3:]) < sum(losses[:3])
    assert AutoModelForCausalLM.from_pretrained(tmp_path / "out" / "model").num_parameters() == student.num_parameters()
