"""The stages of the pipeline, and how a process runs one.

A stage is a module with a plain function `run(config, inputs, out)`. `config` is a pydantic model: the stage's section
of the profile. `inputs` maps names to files and folders. The function writes files in `out`, where it may find what it
wrote itself before it was killed, prints lines that say how far it is, and returns a JSON-able result.
"""

from __future__ import annotations

import json
import logging
import traceback
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, get_type_hints

from pydantic import BaseModel

from hat import lifeline
from hat.cache import read_result, stage_folder
from hat.disk import explain
from hat.errors import HatError
from hat.events import Event
from hat.registry.standing import stands
from hat.sources import code_digest

STAGES = {
    "snapshot": "hat.harness.snapshot",
    "trajectories": "hat.train.trajectories",
    "hsa_sft": "hat.train.hsa_sft",
    "general_opd": "hat.train.general_opd",
    "hsa_rl": "hat.train.hsa_rl",
    "export": "hat.train.export",
    "evaluate": "hat.evals.evaluate",
    "gate": "hat.evals.gate",
    "register": "hat.registry.register",
    "ab": "hat.canary.ab",
    "promote": "hat.registry.promote",
}
"""Each stage's module, in the order of the pipeline."""

Run = Callable[[Any, dict[str, Path], Path], Mapping[str, Any]]


def function_of(stage: str) -> Run:
    """The stage's `run`."""
    run: Run = import_module(STAGES[stage]).run
    return run


def config_of(stage: str) -> type[BaseModel]:
    """The model of the stage's section in a profile: what its `run` takes as `config`."""
    config: type[BaseModel] = get_type_hints(function_of(stage))["config"]
    return config


def run_stage(stage: str, sections: str, store: str, inputs: Mapping[str, str]) -> str:
    """Run a stage in this process, or find its result; the path of its folder.

    `sections` is a profile's sections as JSON, defaults filled in. The stage is imported only when it must run. Prints
    events for the run that is watching. A failure ends the process with the error's exit code; its message, and the
    traceback of an unforeseen error, are in the output.
    """
    lifeline.watch()
    logging.getLogger().setLevel(logging.WARNING)
    folder = ""
    cached = True

    def started(unfinished: Path, why: str) -> None:
        nonlocal folder, cached
        folder, cached = str(unfinished), False
        Event(stage, "running", folder, message=why).emit()

    settings = json.loads(sections)[stage]
    paths = {name: Path(path) for name, path in inputs.items()}

    def work(out: Path) -> Mapping[str, Any]:
        return function_of(stage)(config_of(stage).model_validate(settings), paths, out)

    try:
        done = stage_folder(
            stage, settings, paths, code_digest(_source(stage)), Path(store), work, started, partial(stands, stage)
        )
    except Exception as error:
        known = error if isinstance(error, HatError) else _unforeseen(stage, error, Path(store))
        Event(stage, "failed", folder, message=str(known), exit_code=known.exit_code).emit()
        raise SystemExit(known.exit_code) from error
    result = read_result(done)
    Event(stage, "cached" if cached else "done", str(done), result.seconds, result.metrics).emit()
    return str(done)


def _unforeseen(stage: str, error: Exception, store: Path) -> HatError:
    traceback.print_exc()
    text = f"{stage}: {type(error).__name__}: {error}. The traceback is in the run's log"
    return explain(error, store) or HatError(text)


def _source(stage: str) -> Path:
    spec = find_spec(STAGES[stage])
    if spec is None or spec.origin is None:
        raise HatError(f"{stage}: there is no module {STAGES[stage]}. Reinstall HAT")
    return Path(spec.origin)
