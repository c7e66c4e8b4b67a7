"""One HTML page about a run: scores, training curves, failures with examples, the A/B and its decision, stage times.

The page is one file without scripts or network; all drawings are inline SVG.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar

from jinja2 import Environment, PackageLoader, StrictUndefined

from hat.evals.case import CaseResult, read_results
from hat.evals.comparison import Comparison, read_comparison
from hat.evals.curves import HEIGHT, WIDTH, Curve, read_curves
from hat.evals.failures import KindFailures, failures_by_kind
from hat.evals.intervals import Interval
from hat.evals.scores import SCORES, Scores, SuiteScore, read_scores
from hat.evals.titles import TITLES
from hat.events import Event
from hat.storage import write_text

T = TypeVar("T")


@dataclass(frozen=True)
class Page:
    """What the template shows; parts that the run does not have are None or empty.

    `outcome` is `promoted`, `rejected` or `rolled back`.
    """

    title: str
    scores: Scores
    failures: Mapping[str, list[KindFailures]]
    gate: Mapping[str, Any] | None
    ab: Comparison | None
    outcome: str | None
    curves: Mapping[str, list[Curve]]
    stages: tuple[Event, ...]


def write_report(title: str, stages: Mapping[str, Event], path: Path) -> None:
    """Write the page of a run to `path`, from its stages' last events and folders.

    The evaluation must be among them. A part whose file is missing is left out. Raises BadInput when the scores cannot
    be read, or a results or metrics file is damaged.
    """
    write_text(path, render(collect(title, stages)))


def collect(title: str, stages: Mapping[str, Event]) -> Page:
    """Read what the page shows from the stages' folders."""
    folders = {name: Path(event.folder) for name, event in stages.items()}
    scores = read_scores(folders["evaluate"] / SCORES)
    results = _results(folders["evaluate"], scores)
    curves: dict[str, list[Curve]] = {}
    for curve in read_curves(folders.values()):
        curves.setdefault(curve.stage, []).append(curve)
    return Page(
        title=title,
        scores=scores,
        failures={suite: failures_by_kind(by_model) for suite, by_model in results.items()},
        gate=_file(folders, "gate", "gate.json", lambda path: json.loads(path.read_text(encoding="utf-8"))),
        ab=_file(folders, "ab", "decision.json", read_comparison),
        outcome=stages["promote"].metrics.get("outcome") if "promote" in stages else None,
        curves=curves,
        stages=tuple(stages.values()),
    )


def render(page: Page) -> str:
    """The page as HTML."""
    environment = Environment(
        loader=PackageLoader("hat.evals"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    template = environment.get_template("report.html.j2")
    return template.render(page=page, titles=TITLES, box=(WIDTH, HEIGHT), accuracy=_accuracy, parts=_parts)


def _accuracy(by_model: Mapping[str, SuiteScore]) -> dict[str, Interval]:
    return {model: score.accuracy for model, score in by_model.items()}


def _parts(by_model: Mapping[str, SuiteScore], of: Literal["kinds", "groups"]) -> dict[str, dict[str, Interval]]:
    """Part -> model -> accuracy."""
    found: dict[str, dict[str, Interval]] = {}
    for model, score in by_model.items():
        for name, part in getattr(score, of).items():
            found.setdefault(name, {})[model] = part.accuracy
    return found


def _results(folder: Path, scores: Scores) -> dict[str, dict[str, list[CaseResult]]]:
    return {
        suite: {model: read_results(folder / f"{suite}.{model}.jsonl") or [] for model in by_model}
        for suite, by_model in scores.suites.items()
    }


def _file(folders: Mapping[str, Path], stage: str, name: str, read: Callable[[Path], T]) -> T | None:
    """What a stage's file says; None for a stage that did not run or left no such file."""
    path = folders[stage] / name if stage in folders else None
    return read(path) if path and path.is_file() else None
