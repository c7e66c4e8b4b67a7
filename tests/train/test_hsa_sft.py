import json
import shutil
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file
from transformers import TrainerCallback

from hat.errors import BadInput
from hat.train import hsa_sft, training
from hat.train.checkpoint import fault_of, last_good
from hat.train.metrics import read_metrics
from hat.train.record import write_records
from tests.train.test_packing import records

CONFIG = hsa_sft.SftSettings(epochs=2, width=3, learning_rate=3e-3, save_steps=2, seed=5)


@pytest.fixture
def inputs(tmp_path: Path, base: Path) -> dict[str, Path]:
    write_records(tmp_path / "trajectories", records(seed=3, states=4, each=3))
    return {"trajectories": tmp_path / "trajectories", "base": base}


class Killed(Exception):
    pass


class Killer(TrainerCallback):
    def on_step_begin(self, args, state, control, **_):
        if state.global_step == 5:
            raise Killed


def weights(out: Path) -> dict[str, torch.Tensor]:
    return load_file(out / "model" / "model.safetensors")


def interrupted(inputs: dict[str, Path], out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Train and die at the sixth step: `checkpoint-2` and `checkpoint-4` are left, and metrics up to step 5."""
    with monkeypatch.context() as patch:
        stage_callback = training.StageCallback
        patch.setattr(training, "StageCallback", lambda *a: type("Both", (Killer, stage_callback), {})(*a))
        with pytest.raises(Killed):
            hsa_sft.run(CONFIG, inputs, out)


def test_loss_falls_and_an_interrupted_run_ends_in_the_same_weights(
    tmp_path: Path, inputs: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    result = hsa_sft.run(CONFIG, inputs, tmp_path / "whole")
    losses = [line["value"] for line in read_metrics(tmp_path / "whole") if line["name"] == "loss"]
    assert result["steps"] == len(losses) == 8
    assert losses[-1] < losses[0]

    interrupted(inputs, tmp_path / "resumed", monkeypatch)
    assert last_good(tmp_path / "resumed" / "checkpoints", print).name == "checkpoint-4"
    hsa_sft.run(CONFIG, inputs, tmp_path / "resumed")
    for name, tensor in weights(tmp_path / "whole").items():
        assert torch.equal(tensor, weights(tmp_path / "resumed")[name]), name
    assert [line["value"] for line in read_metrics(tmp_path / "resumed") if line["name"] == "loss"] == losses
    assert not (tmp_path / "resumed" / "checkpoints").exists()


def test_a_corrupt_checkpoint_is_named_and_the_one_before_is_used(
    tmp_path: Path, inputs: dict[str, Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    interrupted(inputs, out, monkeypatch)
    newest = out / "checkpoints" / "checkpoint-4"
    file = newest / "model.safetensors"
    content = bytearray(file.read_bytes())
    content[-7] ^= 1
    file.write_bytes(content)
    assert fault_of(newest) == "is corrupt: model.safetensors"
    shutil.copytree(newest, newest.with_name("checkpoint-5"))
    (newest.with_name("checkpoint-5") / "manifest.json").unlink()
    hsa_sft.run(CONFIG, inputs, out)
    told = capsys.readouterr().out
    assert "checkpoint-5 is half written" in told
    assert "checkpoint-4 is corrupt: model.safetensors" in told
    steps = [line["step"] for line in read_metrics(out) if line["name"] == "loss"]
    assert steps == list(range(1, 9))


def test_missing_and_broken_trajectories_are_named(tmp_path: Path, base: Path) -> None:
    with pytest.raises(BadInput, match=r"trajectories.jsonl: holds no trajectories"):
        hsa_sft.run(CONFIG, {"trajectories": tmp_path, "base": base}, tmp_path / "out")
    (tmp_path / "trajectories.jsonl").write_text(json.dumps({"request": "r"}) + "\nnot json\n")
    with pytest.raises(BadInput, match=r"jsonl:1: .*\n.*jsonl:2: "):
        hsa_sft.run(CONFIG, {"trajectories": tmp_path, "base": base}, tmp_path / "out")
