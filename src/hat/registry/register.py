"""Stage: the exported model becomes a version of the registered model `hat-<harness name>`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hat.cache import input_digest
from hat.evals.scores import SCORES, Scores, read_scores
from hat.harness.load import load_harness
from hat.registry.registry import Registry
from hat.registry.tracking import log_run
from hat.settings import Settings
from hat.storage import digest_json, write_json
from hat.train.metrics import read_metrics
from hat.train.policy import checked

FILE = "registration.json"
"""The file that names the version, in the stage's folder."""


class RegisterSettings(Settings):
    """`experiment` is the MLflow experiment that the run is logged in."""

    experiment: str = "hat"


def run(config: RegisterSettings, inputs: dict[str, Path], out: Path) -> dict[str, Any]:
    """Log the run and register the version in the registry beside `out`; write `out/registration.json` and return it.

    inputs: the folders `model` and `harness`, and those of the stages `gate`, `scores` (evaluation) and of any others,
    such as training stages, whose curves are logged. A candidate that the gate rejected is tagged so and gets no alias:
    it can be looked into, not shipped. The same model with the same harness is the same version, each time it comes.
    """
    registry, name = Registry.beside(out), f"hat-{load_harness(inputs['harness']).name}"
    files = [inputs["gate"] / "gate.json", inputs["scores"] / SCORES]
    gate, scores = json.loads(files[0].read_text(encoding="utf-8")), read_scores(files[1])
    commit = _commit(inputs["harness"])
    verdict = "passed" if gate["passed"] else "rejected"
    print(f"{name}: logging the run", flush=True)
    with registry.exclusive():
        run_id = log_run(
            registry,
            config.experiment,
            key=digest_json({key: input_digest(path) for key, path in inputs.items()}),
            params={"harness": scores.harness, "commit": commit, **{f"model.{k}": v for k, v in scores.models.items()}},
            scores=_numbers(scores),
            curves=[line for path in inputs.values() for line in read_metrics(path)],
            files=files,
        )
        tags = {"commit": commit, "gate": verdict, "gate_reasons": "\n".join(gate["reasons"]), **_tags(scores)}
        release = registry.register(name, checked(inputs["model"]), inputs["harness"], run_id, tags)
        champion = registry.holder(name, "champion")
        if gate["passed"] and (champion is None or champion.version != release.version):
            registry.set_alias(name, "candidate", release.version)
    print(f"{name}: version {release.version}, gate {verdict}", flush=True)
    record = {"name": name, "version": release.version, "gate": verdict, "run": run_id, "registry": registry.uri}
    write_json(out / FILE, record)
    return record


def _commit(harness: Path) -> str:
    """The git commit that holds the harness, as `harness.json` beside it says; empty where none does."""
    file = harness.with_name("harness.json")
    if not file.exists():
        return ""
    description = json.loads(file.read_text(encoding="utf-8"))
    return "" if description["modified"] else description["commit"] or ""


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
