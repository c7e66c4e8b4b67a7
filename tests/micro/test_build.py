import shutil
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from safetensors import safe_open
from transformers import AutoModelForCausalLM

from hat.errors import BadInput
from hat.micro.part import Progress
from hat.storage import digest_folder
from hat.train.mtp import MtpHead
from tests.micro.tiny import TINY, run


class Killed(Exception):
    """The end of a build before its time."""


def run_until(part: str, step: int, out: Path) -> None:
    """A build that ends at that step, before the step's checkpoint."""

    def report(progress: Progress) -> None:
        if (progress.part, progress.step) == (part, step):
            raise Killed

    with pytest.raises(Killed):
        run(out, report)


def test_an_interrupted_build_ends_in_the_same_bytes(built: Path, tmp_path: Path) -> None:
    run_until("model", 1, tmp_path)
    run_until("model", 3, tmp_path)
    run_until("mtp", 2, tmp_path)
    steps: list[tuple[str, int]] = []
    run(tmp_path, lambda progress: steps.append((progress.part, progress.step)))
    assert steps == [("mtp", 2)], "only what had no checkpoint is done again"
    assert digest_folder(tmp_path / "base") == digest_folder(built / "base")


def test_a_finished_build_is_written_again_without_training(built: Path, tmp_path: Path) -> None:
    out = Path(shutil.copytree(built, tmp_path / "out"))
    (out / "base" / "model.safetensors").write_bytes(b"half of it")

    def report(progress: Progress) -> None:
        pytest.fail(f"trained again: {progress}")

    run(out, report)
    assert digest_folder(out / "base") == digest_folder(built / "base")


@pytest.mark.parametrize("content", [b"", b"no checkpoint", None])
def test_a_damaged_checkpoint_is_refused(built: Path, tmp_path: Path, content: bytes | None) -> None:
    out = Path(shutil.copytree(built, tmp_path / "out"))
    path = out / "model.pt"
    path.write_bytes(path.read_bytes()[:-1000] if content is None else content)
    with pytest.raises(BadInput, match=r"model\.pt: damaged checkpoint\. Delete it"):
        run(out)


def test_a_checkpoint_without_its_parts_is_refused(built: Path, tmp_path: Path) -> None:
    out = Path(shutil.copytree(built, tmp_path / "out"))
    torch.save({"module": {}}, out / "model.pt")
    with pytest.raises(BadInput, match="damaged checkpoint"):
        run(out)


def test_a_build_of_another_configuration_is_refused(built: Path) -> None:
    with pytest.raises(BadInput, match="belongs to another build"):
        run(built, config=replace(TINY, adam_rate=0.001))


def test_the_base_holds_model_and_mtp_head(built: Path) -> None:
    model, loading = AutoModelForCausalLM.from_pretrained(built / "base", output_loading_info=True)
    assert not loading["missing_keys"]
    assert model.dtype == torch.bfloat16
    with safe_open(built / "base" / "model.safetensors", "pt") as weights:
        drafting = {name for name in weights.keys() if name.startswith("mtp.")}  # noqa: SIM118
        assert {weights.get_tensor(name).dtype for name in weights.keys()} == {torch.bfloat16}  # noqa: SIM118
    assert drafting == {f"mtp.{name}" for name in MtpHead(model.config).state_dict()}


def test_the_mtp_head_alone_is_trained_after_the_model(built: Path) -> None:
    model = torch.load(built / "model.pt", weights_only=True)["module"]
    with safe_open(built / "base" / "model.safetensors", "pt") as weights:
        for name, tensor in model.items():
            assert torch.equal(weights.get_tensor(name), tensor.to(torch.bfloat16))
