"""Runs of a small pipeline with KFP's local runner: killed, resumed, unchanged, changed, failing, refused."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

SMALL = Path(__file__).parent / "small"
RUNNING = subprocess.Popen[str]


class Run:
    """The small pipeline on one text and one run folder."""

    def __init__(self, folder: Path) -> None:
        self.text = folder / "text"
        self.out = folder / "run"
        self.temporary = folder / "temporary"
        self.temporary.mkdir()
        self.text.write_text("hello")

    def start(self, pause: float = 0.0) -> RUNNING:
        command = [sys.executable, str(SMALL / "run_small.py"), str(self.text), str(self.out), str(pause)]
        path = os.pathsep.join(filter(None, (str(SMALL), os.environ.get("PYTHONPATH"))))
        environment = {**os.environ, "PYTHONPATH": path, "TMPDIR": str(self.temporary)}
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)

    def finish(self, pause: float = 0.0) -> tuple[int, dict[str, Any], str]:
        """Exit code, result and messages."""
        process = self.start(pause)
        out, err = process.communicate(timeout=60)
        return process.returncode, json.loads(out) if out else {}, err

    def wait_for(self, pattern: str) -> None:
        end = time.monotonic() + 30
        while not list(self.out.glob(pattern)):
            assert time.monotonic() < end, f"no {pattern} in {self.out}"
            time.sleep(0.01)


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return Run(tmp_path)


def test_a_killed_run_goes_on_where_it_was_and_an_unchanged_one_does_nothing(run: Run) -> None:
    killed = run.start(pause=0.3)
    run.wait_for("second/*.partial/step-1")
    os.kill(killed.pid, signal.SIGKILL)
    killed.communicate()
    assert (run.out / ".tmp" / "lifeline").exists()
    code, result, _ = run.finish(pause=0.3)
    assert not (run.out / ".tmp").exists()
    assert code == 0
    assert result["first"][0] == "cached"
    assert result["second"][0] == "done"
    assert result["second"][1]["resumed_at"] >= 2
    code, result, err = run.finish(pause=0.3)
    assert {state for state, _ in result.values()} == {"cached"}
    assert not list(run.temporary.iterdir())
    assert "kfp" not in err.lower()


def test_a_change_reruns_what_depends_on_it(run: Run) -> None:
    run.finish()
    run.text.write_text("HELLO")
    _, result, err = run.finish()
    assert {stage: state for stage, (state, _) in result.items()} == {"first": "done", "second": "cached"}
    assert "runs again: the input `text` changed" in err
    run.text.write_text("other")
    _, result, _ = run.finish()
    assert {stage: state for stage, (state, _) in result.items()} == {"first": "done", "second": "done"}


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [("", 2, "text: is empty. Write something"), ("bug", 1, "first: KeyError: 'unforeseen'")],
)
def test_a_failing_stage_says_why_and_its_exit_code_is_the_runs(run: Run, text: str, code: int, message: str) -> None:
    run.text.write_text(text)
    status, _, err = run.finish()
    assert status == code
    assert message in err
    assert "Traceback" not in err
    assert ("Traceback" in (run.out / "run.log").read_text()) == (code == 1)


def test_a_second_run_in_the_folder_is_refused_naming_the_first(run: Run) -> None:
    first = run.start(pause=5)
    run.wait_for("second/*.partial")
    code, _, err = run.finish()
    first.kill()
    first.communicate()
    assert code == 2
    assert f"in use by process {first.pid}" in err


@pytest.mark.parametrize(
    ("out", "why"),
    [
        ("text/run", "a part of the path is a file"),
        ("n" * 256, "the path is too long"),
        ("ring", "a link that leads nowhere"),
    ],
)
def test_a_run_folder_that_cannot_be_made_is_named(run: Run, out: str, why: str) -> None:
    run.text.with_name("ring").symlink_to("ring")
    run.out = run.text.with_name(out.split("/")[0]).joinpath(*out.split("/")[1:])
    code, _, err = run.finish()
    assert code == 1
    assert f"{run.out}: " in err
    assert why in err


def test_a_full_disk_is_told_with_the_file(run: Run) -> None:
    run.out.mkdir()
    (run.out / "run.log").symlink_to("/dev/full")
    code, _, err = run.finish()
    assert code == 1
    assert err.strip() == f"{run.out}: no space is left on the disk. Free some, or choose a folder on another disk"
