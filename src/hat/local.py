"""Run a pipeline on this machine: the KFP definition that a cluster runs, with KFP's local runner.

Every component runs as a subprocess in this environment. A stage that was made before costs a quarter of a second.
"""

from __future__ import annotations

import logging
import os
import warnings
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from rich.console import Console

from hat import lifeline, lock, scratch
from hat.board import Board
from hat.disk import explain
from hat.errors import HatError
from hat.events import Event

LOG = "run.log"
"""All that the pipeline and its stages printed, in the run's folder."""

SCRATCH = ".tmp"
"""The folder of temporary files, in the run's folder."""

QUIET = {
    "PYTHONWARNINGS": "ignore",
    "PYTHONIOENCODING": "utf-8:backslashreplace",
    "TRANSFORMERS_VERBOSITY": "error",
    "TRL_EXPERIMENTAL_SILENCE": "1",
    "HF_HUB_DISABLE_PROGRESS_BARS": "1",
    "HF_HUB_OFFLINE": "1",
}
"""The environment that keeps libraries from talking, and from asking the network, where a person set nothing else."""


def run_pipeline(
    pipeline: Callable[..., Any], arguments: Mapping[str, str], out: Path, stages: int, console: Console
) -> dict[str, Event]:
    """Run a KFP pipeline in the run folder `out`; each stage's last event.

    Progress goes to `console`. Raises BadInput when another process runs in `out`, and HatError, with the exit code
    of the stage at fault, when a stage fails.
    """
    try:
        with (
            lock.hold(out),
            (out / LOG).open("w", encoding="utf-8", errors="backslashreplace") as log,
            Board(console, log, stages) as board,
        ):
            _run(pipeline, arguments, board, out / LOG)
            return board.events
    except OSError as error:
        explained = explain(error, out)
        if explained is None:
            raise
        raise explained from error


def _run(pipeline: Callable[..., Any], arguments: Mapping[str, str], board: Board, log: Path) -> None:
    from kfp import local

    os.environ.update(QUIET | os.environ)
    folder = log.with_name(SCRATCH)
    with scratch.hold(folder), lifeline.hold(folder / "lifeline"):
        warnings.filterwarnings("ignore", module=r"kfp\.local")
        logging.getLogger().addHandler(logging.NullHandler())
        logging.raiseExceptions = False  # what cannot be logged is told when a stage's own line fails
        local.init(
            local.SubprocessRunner(use_venv=False), pipeline_root=str(folder), workspace_root=str(folder / "workspace")
        )
        try:
            with redirect_stdout(board):
                pipeline(**arguments)
        except RuntimeError as error:
            raise _failure(board, log) from error


def _failure(board: Board, log: Path) -> HatError:
    last = list(board.events.values())[-1] if board.events else None
    if last is None:
        return HatError(f"The pipeline did not start. Its output is in {log}")
    if last.state != "failed":
        return HatError(
            f"{last.stage}: its process ended without a result (killed, or out of memory). Run again to resume"
        )
    error = HatError(last.message)
    error.exit_code = last.exit_code
    return error
