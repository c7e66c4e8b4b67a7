"""Stage: the exported model becomes a version of the registered model `hat-<harness name>`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hat.cache import input_digest
from hat.evals.scores import Scores, read_scores
from hat.harness.load import load_harness
from hat.registry.registry import Registry
from hat.registry.snapshot import commit_of, harness_folder
from hat.registry.tracking import log_run
from hat.settings import Settings
from hat.storage import digest_json, write_json
from hat.train.metrics import read_metrics
from hat.train.policy import model_folder

FILE = "registration.json"
"""The file that names the version, in the stage's folder."""

REPORT = "report.html"


class RegisterConfig(Settings):
    """`experiment` is the MLflow experiment that the run is logged in."""

    experiment: str = "hat"


def run(config: RegisterConfig, inputs: dict[str, Path], out: Path) -> dict[str, Any]:
    """Log the run and register the version in the registry beside `out`; write `out/registration.json` and return it.

    inputs: `model` (exported), `harness` (snapshot), `gate`, `scores` (evaluation). These and any others, such as
    training stages, give their curves and reports. A candidate that the gate rejected is tagged so and gets no alias:
    it can be looked into, not shipped. The same model with the same harness is the same version, each time it comes.
    """
    registry, name = Registry.beside(out), registered_name(inputs["harness"])
    gate = json.loads((inputs["gate"] / "gate.json").read_text(encoding="utf-8"))
    scores = read_scores(inputs["scores"] / "scores.json")
    commit = commit_of(inputs["harness"])
    verdict = "passed" if gate["passed"] else "rejected"
    print(f"{name}: logging the run", flush=True)
    with registry.exclusive():
        run_id = log_run(
            registry,
            config.experiment,
            key=digest_json({key: input_digest(path) for key, path in inputs.items()}),
            params={"harness": scores.harness, "commit": commit, **{f"model.{k}": v for k, v in scores.models.items()}},
            scores=_numbers(scores),
            curves=[line for path in inputs.values() if path.is_dir() for line in read_metrics(path)],
            files=[report for path in inputs.values() if (report := path / REPORT).is_file()],
        )
        tags = {"commit": commit, "gate": verdict, "gate_reasons": "\n".join(gate["reasons"]), **_tags(scores)}
        model, harness = model_folder(inputs["model"]), harness_folder(inputs["harness"])
        release = registry.register(name, model, harness, run_id, tags)
        champion = registry.holder(name, "champion")
        if gate["passed"] and (champion is None or champion.version != release.version):
            registry.set_alias(name, "candidate", release.version)
    print(f"{name}: version {release.version}, gate {verdict}", flush=True)
    record = {"name": name, "version": release.version, "gate": verdict, "run": run_id, "registry": registry.uri}
    write_json(out / FILE, record)
    return record


def registered_name(harness: Path) -> str:
    """The registered model of a harness."""
    return f"hat-{load_harness(harness_folder(harness)).name}"


def _numbers(scores: Scores) -> dict[str, float]:
    return {
        f"{suite}.{model}": score.accuracy.value for suite, by in scores.suites.items() for model, score in by.items()
    }


def _tags(scores: Scores) -> dict[str, str]:
    return {
        f"score.{suite}": f"{(of := by['candidate'].accuracy).value:.1f} [{of.low:.1f}, {of.high:.1f}]"
        for suite, by in scores.suites.items()
        if "candidate" in by
    }
