from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file
from transformers import AutoConfig, AutoTokenizer

from hat.errors import BadInput, HatError
from hat.train.export import ExportSettings, mtp_tensors, run, verify
from hat.train.policy import load_model, load_tokenizer, save_policy


@pytest.fixture
def policy(tmp_path: Path, base: Path) -> Path:
    model = load_model(base)
    with torch.no_grad():
        model.lm_head.weight += 0.1
    return save_policy(model, load_tokenizer(base), tmp_path / "policy")


def test_the_export_is_the_policy_with_the_bases_mtp_head(tmp_path: Path, base: Path, policy: Path) -> None:
    assert mtp_tensors(policy) == {}
    result = run(ExportSettings(), {"policy": policy, "base": base}, tmp_path / "out")
    folder = tmp_path / "out" / "model"
    ours, theirs, trained = (load_file(f / "model.safetensors") for f in (folder, base, policy))
    assert ours.keys() == theirs.keys()
    for name, tensor in ours.items():
        assert torch.equal(tensor, theirs[name] if name.startswith("mtp.") else trained[name]), name
    assert result["mtp_tensors"] == 2
    assert AutoConfig.from_pretrained(folder).mtp_num_hidden_layers == 1
    assert AutoTokenizer.from_pretrained(folder).chat_template == AutoTokenizer.from_pretrained(base).chat_template
    again = run(ExportSettings(), {"policy": policy, "base": base}, tmp_path / "again")
    assert again["digest"] == result["digest"]


def test_a_base_without_mtp_head_is_exported_without(tmp_path: Path, policy: Path) -> None:
    result = run(ExportSettings(), {"policy": policy, "base": policy}, tmp_path / "out")
    assert result["mtp_tensors"] == 0


def test_a_changed_weight_or_head_is_found(tmp_path: Path, base: Path, policy: Path) -> None:
    run(ExportSettings(), {"policy": policy, "base": base}, tmp_path / "out")
    head = mtp_tensors(base)
    with pytest.raises(HatError, match="logits differ"):
        verify(tmp_path / "out" / "model", load_model(base), head, probe=8)
    head["mtp.fc.weight"] = head["mtp.fc.weight"] + 1
    with pytest.raises(HatError, match=r"differ from the base's: mtp\.fc\.weight"):
        verify(tmp_path / "out" / "model", load_model(policy), head, probe=8)


def test_a_folder_without_model_is_named(tmp_path: Path, base: Path) -> None:
    with pytest.raises(BadInput, match=r"no config\.json"):
        run(ExportSettings(), {"policy": tmp_path, "base": base}, tmp_path / "out")
