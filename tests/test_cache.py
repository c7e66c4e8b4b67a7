from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hat.cache import RESULT, input_digest, read_result, stage_folder
from hat.errors import BadInput, HatError


class Counter:
    """A stage that counts its runs and writes what it is told."""

    def __init__(self, text: str = "made") -> None:
        self.runs = 0
        self.text = text

    def __call__(self, out: Path) -> Mapping[str, Any]:
        self.runs += 1
        (out / "made.txt").write_text(self.text)
        return {"runs": self.runs}


@pytest.fixture
def harness(tmp_path: Path) -> Path:
    (tmp_path / "harness").mkdir()
    (tmp_path / "harness" / "skill.md").write_text("one")
    return tmp_path / "harness"


def test_the_same_stage_runs_once(tmp_path: Path, harness: Path) -> None:
    run = Counter()
    first = stage_folder("s", {"n": 1}, {"harness": harness}, "code", tmp_path, run)
    assert stage_folder("s", {"n": 1}, {"harness": harness}, "code", tmp_path, run) == first
    assert run.runs == 1
    assert read_result(first).metrics == {"runs": 1}
    assert sorted(p.name for p in (tmp_path / "s").iterdir()) == [first.name]


def test_what_stands_no_longer_runs_again_and_is_kept(tmp_path: Path, harness: Path) -> None:
    run = Counter()
    for stands in (True, False, False, True):
        folder = stage_folder("s", {}, {"harness": harness}, "code", tmp_path, run, stands=lambda _, s=stands: s)
    assert run.runs == 3
    names = [folder.name, f"{folder.name}.superseded-1", f"{folder.name}.superseded-2"]
    assert sorted(p.name for p in folder.parent.iterdir()) == names


def test_another_configuration_or_input_runs_again(tmp_path: Path, harness: Path) -> None:
    run = Counter()
    folders = {stage_folder("s", {"n": 1}, {"harness": harness}, "code", tmp_path, run)}
    folders.add(stage_folder("s", {"n": 2}, {"harness": harness}, "code", tmp_path, run))
    (harness / "skill.md").write_text("two")
    folders.add(stage_folder("s", {"n": 1}, {"harness": harness}, "code", tmp_path, run))
    assert len(folders) == run.runs == 3


def test_equal_output_upstream_is_no_change_downstream(tmp_path: Path, harness: Path) -> None:
    down = Counter()
    for n in (1, 2):
        up = stage_folder("up", {"n": n}, {"harness": harness}, "code", tmp_path, Counter("equal"))
        stage_folder("down", {}, {"up": up}, "code", tmp_path, down)
    assert down.runs == 1


def test_a_failed_stage_finds_what_it_wrote(tmp_path: Path) -> None:
    def killed(out: Path) -> Mapping[str, Any]:
        (out / "checkpoint").write_text("half")
        raise RuntimeError

    def resumed(out: Path) -> Mapping[str, Any]:
        return {"found": (out / "checkpoint").read_text()}

    with pytest.raises(RuntimeError):
        stage_folder("s", {}, {}, "code", tmp_path, killed)
    assert read_result(stage_folder("s", {}, {}, "code", tmp_path, resumed)).metrics == {"found": "half"}


@given(name=st.sampled_from([RESULT, "made.txt"]), at=st.integers(0, 400), junk=st.none() | st.binary(max_size=3))
def test_any_damage_to_what_a_stage_left_is_named_with_the_remedy(name: str, at: int, junk: bytes | None) -> None:
    with TemporaryDirectory() as store:
        folder = stage_folder("s", {"n": 1}, {}, "code", Path(store), Counter())
        result, whole = read_result(folder), (folder / name).read_bytes()
        if junk is None:
            (folder / name).unlink()
        else:
            (folder / name).write_bytes(whole[:at] + junk)
        said = ""
        try:
            stage_folder("s", {"n": 1}, {}, "code", Path(store), Counter())
        except HatError as error:
            said = str(error)
        unharmed = (folder / name).exists() and (folder / name).read_bytes().strip() == whole.strip()
        remedy = f"Remove the folder {folder} and run again"
        assert unharmed or (said.startswith(f"{folder / name}: ") and said.endswith(remedy))
        assert said or read_result(folder) == result


@pytest.mark.parametrize("text", ["[]", "{}", "null", "[" * 5000, '{"seal": 1}', "\x00"])
def test_json_that_is_no_result_is_named(tmp_path: Path, text: str) -> None:
    folder = stage_folder("s", {}, {}, "code", tmp_path, Counter())
    (folder / RESULT).write_text(text)
    with pytest.raises(HatError, match=f"{folder / RESULT}: cannot be read"):
        read_result(folder)


def test_a_stage_that_runs_again_is_told_why(tmp_path: Path, harness: Path) -> None:
    told: list[str] = []

    def make(config: Mapping[str, Any], code: str = "code", stands: bool = True) -> None:
        inputs = {"harness": harness, "base": tmp_path / "base"}
        stage_folder("s", config, inputs, code, tmp_path, Counter(), lambda _, why: told.append(why), lambda _: stands)

    (tmp_path / "base").write_text("one")
    make({"n": 1})
    make({"n": 2, "m": [1]})
    (harness / "skill.md").write_text("two")
    make({"n": 2, "m": [1]})
    make({"n": 2, "m": [1]}, stands=False)
    make({"n": 2, "m": [1]}, code="other")
    make({"n": 2, "m": [1]}, code="other")
    assert told == [
        "",
        "n is 2, was 1; m is [1], was None",
        "the input `harness` changed",
        "the registry has changed",
        "the code changed",
    ]


def test_a_missing_input_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no such file or folder"):
        input_digest(tmp_path / "nowhere")
