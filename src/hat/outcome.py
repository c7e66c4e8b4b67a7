"""How a run ended: promoted, rejected by the gate, or rolled back by the canary, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from hat.evals.intervals import Interval
from hat.evals.scores import SCORES, Scores, read_scores
from hat.evals.titles import TITLES
from hat.events import Event

EXIT_CODES = {"promoted": 0, "rejected": 3, "rolled back": 4}


@dataclass(frozen=True)
class Outcome:
    """What `hat run` tells at its end. `version` is the candidate's place in the registry."""

    decision: str
    reasons: Sequence[str]
    scores: Scores
    version: str
    report: Path
    mlflow: Path
    stages: Mapping[str, Event]

    @property
    def exit_code(self) -> int:
        """What the process returns."""
        return EXIT_CODES[self.decision]

    def to_json(self) -> dict[str, Any]:
        """The outcome for a machine; scores in percent with their 95 % intervals."""
        return {
            "decision": self.decision,
            "exit_code": self.exit_code,
            "reasons": list(self.reasons),
            "version": self.version,
            "scores": {
                suite: {model: vars(score.accuracy) for model, score in by_model.items()}
                for suite, by_model in self.scores.suites.items()
            },
            "differences": {suite: vars(paired.difference) for suite, paired in self.scores.paired.items()},
            "report": str(self.report),
            "mlflow": str(self.mlflow),
            "stages": {
                name: {"state": event.state, "seconds": event.seconds, "folder": event.folder}
                for name, event in self.stages.items()
            },
        }

    def show(self, console: Console) -> None:
        """Print the outcome for a person."""
        table = Table("suite, accuracy in %", "cases", "base", "candidate", "difference", box=None, pad_edge=False)
        for suite, by_model in self.scores.suites.items():
            base, candidate = by_model["base"], by_model["candidate"]
            cells = (_range(score.accuracy) for score in (base, candidate))
            table.add_row(
                TITLES[base.suite][0], str(base.cases), *cells, _range(self.scores.paired[suite].difference, "+")
            )
        colour = "green" if self.decision == "promoted" else "red"
        console.print()
        console.print(table)
        console.print(f"\n[bold {colour}]{self.decision}[/]: {self.version}", highlight=False)
        for reason in self.reasons:
            console.print(f"  {reason}", markup=False, highlight=False)
        console.print(f"\nreport  {self.report}\nMLflow  {self.mlflow}", highlight=False, soft_wrap=True)


def outcome_of(events: Mapping[str, Event], report: Path, mlflow: Path) -> Outcome:
    """The outcome of a finished pipeline, from its stages' last events."""
    gate, registered = events["gate"].metrics, events["register"].metrics
    promotion = events["promote"].metrics if "promote" in events else {}
    return Outcome(
        decision=promotion.get("outcome", "rejected"),
        reasons=promotion.get("reasons", gate["reasons"]),
        scores=read_scores(Path(events["evaluate"].folder) / SCORES),
        version=f"{registered['name']} version {registered['version']}",
        report=report,
        mlflow=mlflow,
        stages=events,
    )


def _range(interval: Interval, sign: str = "") -> str:
    return f"{interval.value:{sign}.1f} [{interval.low:{sign}.1f}, {interval.high:{sign}.1f}]"
