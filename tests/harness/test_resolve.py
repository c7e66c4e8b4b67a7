from __future__ import annotations

import os
from pathlib import Path

import pytest

from hat.errors import BadInput
from hat.harness.digest import digest
from hat.harness.resolve import resolve
from hat.harness.snapshot import SnapshotSettings, run
from hat.harness.state import HarnessState

from .repository import git


@pytest.fixture
def repository(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A git repository with the default harness, whose work tree has changed since."""
    root = folder.parent
    folder.rename(root / "harness_repo")
    git(root, "init", "-q", "-b", "main")
    git(root, "add", ".")
    git(root, "commit", "-qm", "one")
    manifest = root / "harness_repo" / "harness.yaml"
    manifest.write_text(manifest.read_text().replace("1.0.0", "2.0.0"))
    monkeypatch.chdir(root)
    return root


@pytest.mark.parametrize("name", ["HEAD", "main", "main:harness_repo", "main:harness_repo/"])
def test_a_revision_is_the_harness_as_it_was(repository: Path, default: HarnessState, name: str) -> None:
    assert resolve(name) == default
    assert resolve("harness_repo").version == "2.0.0"


def test_a_digest_is_that_of_a_snapshot(folder: Path, default: HarnessState, tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    run(SnapshotSettings(), {"harness": folder}, runs / "micro" / "snapshot")
    (runs / "harness.json").write_text("no JSON")
    assert resolve(digest(default), runs) == default
    assert resolve(digest(default)[:13], runs) == default
    with pytest.raises(BadInput, match="no snapshot"):
        resolve("sha256:" + "0" * 64, runs)


def test_a_snapshot_that_was_changed_is_not_taken_for_its_digest(
    folder: Path, default: HarnessState, tmp_path: Path
) -> None:
    runs = tmp_path / "runs"
    run(SnapshotSettings(), {"harness": folder}, runs / "snapshot")
    manifest = runs / "snapshot/harness/harness.yaml"
    manifest.write_text(manifest.read_text().replace("1.0.0", "1.0.1"))
    with pytest.raises(BadInput, match="has changed since it was taken"):
        resolve(digest(default), runs)


def test_odd_files_among_the_runs(folder: Path, default: HarnessState, tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    run(SnapshotSettings(), {"harness": folder}, runs / "snapshot")
    for name, text in (("list", "[]"), ("deep", "[" * 100_000), ("bytes", "\udcff")):
        (runs / name).mkdir()
        (runs / name / "harness.json").write_text(text, errors="surrogateescape")
    (runs / "pipe").mkdir()
    os.mkfifo(runs / "pipe/harness.json")
    assert resolve(digest(default), runs) == default


def test_faults_of_a_revision_name_its_files(repository: Path) -> None:
    (repository / "harness_repo/tools/get_price.json").write_text("{")
    git(repository, "commit", "-qam", "two")
    with pytest.raises(BadInput) as caught:
        resolve("main")
    assert [fault.place for fault in caught.value.faults] == ["main:harness_repo/tools/get_price.json:1:2"]


@pytest.mark.parametrize("name", ["nothing", "HEAD:nothing", "--output=x", "sha256:12", "HEAD~9", "main:../.."])
def test_what_is_no_harness_is_said(repository: Path, name: str) -> None:
    with pytest.raises(BadInput) as caught:
        resolve(name)
    assert caught.value.faults[0].remedy
    assert not (repository / "x").exists()
