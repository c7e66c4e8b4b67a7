"""`hat run`: the training pipeline on this machine, from a profile and a harness to an outcome."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from hat.errors import BadInput, Fault
from hat.local import run_pipeline
from hat.outcome import Outcome, outcome_of
from hat.profile import load_profile
from hat.registry.registry import Registry
from hat.stage import STAGES
from hat.storage import real

REPORT = "report.html"


def run_training(profile_name: str, harness: Path, out: Path, console: Console) -> Outcome:
    """Run all stages in the run folder `out`, progress on `console`. Raises HatError when a stage fails."""
    profile, out = load_profile(profile_name), real(out)
    _check(harness, out)
    from pipelines.training import training

    arguments = {
        "harness": str(harness.absolute()),
        "base": str(profile.base),
        "profile": profile.to_json(),
        "store": str(out),
    }
    events = run_pipeline(training, arguments, out, len(STAGES), console)
    outcome = outcome_of(events, out / REPORT, out / "mlflow")
    from hat.evals.report import write_report

    write_report(f"HAT run: {profile.name}", events, outcome.report)
    if any(event.state == "done" for event in events.values()):
        Registry(outcome.mlflow).client.log_artifact(events["register"].metrics["run"], str(outcome.report))
    return outcome


def _check(harness: Path, out: Path) -> None:
    """Raise BadInput for a path that no file could mention, or in which MLflow's addresses would lead elsewhere."""
    odd = [path for path in (harness, out) if str(path).encode(errors="replace").decode() != str(path)]
    faults = [Fault(repr(str(path)), "is no UTF-8", "Rename it") for path in odd]
    if marks := set("%?#") & set(str(out)):
        why = f"has {' '.join(sorted(marks))} in its path, which MLflow reads as parts of an address"
        faults.append(Fault(str(out), why, "Choose another folder"))
    if faults:
        raise BadInput(*faults)
