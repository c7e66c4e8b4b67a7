from pathlib import Path

import pytest

from hat.train.checkpoint import MANIFEST, last_good, seal


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three whole checkpoints."""
    for step in (2, 10, 9):
        checkpoint = tmp_path / f"checkpoint-{step}"
        checkpoint.mkdir()
        (checkpoint / "weights").write_text(str(step))
        seal(checkpoint)
    return tmp_path


@pytest.mark.parametrize(
    "manifest", ["", "[]", "null", "1", '"weights"', "{}", "[" * 5000, '{"weights": []}', "\udcff"]
)
def test_a_damaged_manifest_is_told_and_the_checkpoint_before_it_is_used(folder: Path, manifest: str) -> None:
    (folder / "checkpoint-10" / MANIFEST).write_text(manifest, errors="surrogateescape")
    told: list[str] = []
    assert last_good(folder, told.append) == folder / "checkpoint-9"
    (message,) = told
    assert message.startswith(f"{folder / 'checkpoint-10'} is corrupt: ")
    assert not (folder / "checkpoint-10").exists()


def test_what_is_no_checkpoint_is_told_and_removed(folder: Path) -> None:
    (folder / "checkpoint-11").write_text("")
    (folder / "checkpoint-12").mkdir()
    (folder / "checkpoint-odd").mkdir()
    told: list[str] = []
    assert last_good(folder, told.append) == folder / "checkpoint-10"
    assert [message.partition(";")[0] for message in told] == [
        f"{folder / 'checkpoint-12'} is half written",
        f"{folder / 'checkpoint-11'} is no folder",
    ]
    assert sorted(path.name for path in folder.iterdir()) == [
        "checkpoint-10",
        "checkpoint-2",
        "checkpoint-9",
        "checkpoint-odd",
    ]


def test_without_checkpoints_training_starts_anew(tmp_path: Path) -> None:
    assert last_good(tmp_path / "nowhere", print) is None
