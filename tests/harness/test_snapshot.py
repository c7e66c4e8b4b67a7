from __future__ import annotations

import json
from pathlib import Path

import pytest

from hat.errors import BadInput
from hat.harness.digest import digest
from hat.harness.load import load_harness
from hat.harness.snapshot import SnapshotSettings, run
from hat.harness.state import HarnessState

from .repository import git


def test_a_snapshot_names_and_copies_the_harness(default: HarnessState, folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    result = run(SnapshotSettings(), {"harness": folder}, out)
    assert result == json.loads((out / "harness.json").read_text())
    assert load_harness(out / "harness") == default
    assert result["digest"] == digest(default)
    assert (result["skills"], result["tools"], result["blocks"], result["hooks"]) == (9, 7, 6, 5)
    assert (result["commit"], result["modified"]) == (None, False)
    assert run(SnapshotSettings(), {"harness": folder}, out) == result, "a second run into the same folder"


def test_a_snapshot_names_the_commit(folder: Path, tmp_path: Path) -> None:
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "one")
    result = run(SnapshotSettings(), {"harness": folder}, tmp_path / "out")
    assert (result["commit"], result["modified"]) == (git(folder, "rev-parse", "HEAD"), False)
    (folder / "AGENTS.md").write_text("changed")
    assert run(SnapshotSettings(), {"harness": folder}, tmp_path / "out")["modified"] is True


def test_a_snapshot_refuses_a_broken_harness(folder: Path, tmp_path: Path) -> None:
    (folder / "harness.yaml").unlink()
    with pytest.raises(BadInput):
        run(SnapshotSettings(), {"harness": folder}, tmp_path / "out")
    assert not (tmp_path / "out").exists()
