"""From judged cases to scores: per suite, kind and variant, and base against candidate on the same cases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from hat.errors import BadInput, Fault
from hat.evals.case import CaseResult
from hat.evals.intervals import Interval, Paired, bootstrap_mean, paired, wilson

SCORES = "scores.json"
"""The file with the scores, in the evaluation's folder."""


@dataclass(frozen=True)
class Slice:
    """The accuracy, in percent, of some of a suite's cases."""

    cases: int
    accuracy: Interval


@dataclass(frozen=True)
class SuiteScore:
    """A model's score on a suite, which is named as its cases name it.

    Accuracy (Wilson's interval) and effectiveness (bootstrap interval) are in percent.
    `unscored` counts infrastructure failures by type; they are in no score. `kinds` and `groups` slice the accuracy;
    `checks` are means, in percent, of a suite's finer marks.
    """

    suite: str
    cases: int
    unscored: dict[str, int]
    accuracy: Interval
    effectiveness: Interval
    kinds: dict[str, Slice]
    groups: dict[str, Slice]
    checks: dict[str, float]

    @property
    def mean_group(self) -> float | None:
        """The mean of the variants' accuracies; None for a suite without variants."""
        shares = [part.accuracy.value for part in self.groups.values()]
        return sum(shares) / len(shares) if shares else None

    @property
    def worst_group(self) -> tuple[str, Slice] | None:
        """The variant with the lowest accuracy."""
        return min(self.groups.items(), key=lambda item: item[1].accuracy.value, default=None)


@dataclass(frozen=True)
class Scores:
    """What an evaluation found: `suites[suite][model]` and, with two models, `paired[suite]` (candidate minus base)."""

    harness: str
    models: dict[str, str]
    suites: dict[str, dict[str, SuiteScore]]
    paired: dict[str, Paired]

    def to_json(self) -> str:
        """These scores as JSON."""
        return _SCORES.dump_json(self, indent=2).decode()


_SCORES = TypeAdapter(Scores)


def read_scores(path: Path) -> Scores:
    """Read `scores.json`. Raises BadInput when it is missing or damaged."""
    try:
        return _SCORES.validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        raise BadInput(Fault(str(path), f"no scores can be read: {error}", "Run the evaluation again")) from error


def score_suite(results: Sequence[CaseResult], seed: int) -> SuiteScore:
    """Score the judged cases of one suite; there is at least one."""
    scored = [r for r in results if r.accuracy is not None]
    checks = Counter[str]()
    for result in scored:
        checks.update({name: float(value) for name, value in result.checks.items()})
    return SuiteScore(
        suite=results[0].suite,
        cases=len(results),
        unscored=dict(Counter(r.infrastructure or "unjudged" for r in results if r.accuracy is None)),
        accuracy=_accuracy(scored).accuracy,
        effectiveness=bootstrap_mean([100 * (r.effectiveness or 0.0) for r in scored], seed),
        kinds=_slices(scored, lambda r: r.kind),
        groups=_slices([r for r in scored if r.group], lambda r: r.group),
        checks={name: 100 * total / len(scored) for name, total in checks.items()},
    )


def compare(base: Sequence[CaseResult], candidate: Sequence[CaseResult], seed: int) -> Paired:
    """Candidate minus base over the cases that were scored for both."""
    right = {r.case: r.accuracy for r in base if r.accuracy is not None}
    both = [(right[r.case], r.accuracy) for r in candidate if r.accuracy is not None and r.case in right]
    return paired([b for b, _ in both], [c for _, c in both], seed)


def score_models(
    harness: str, models: Mapping[str, str], results: Mapping[str, Mapping[str, Sequence[CaseResult]]], seed: int
) -> Scores:
    """Score `results[suite][model]`. `models` maps a model's name (`base`, `candidate`) to its digest."""
    return Scores(
        harness=harness,
        models=dict(models),
        suites={s: {m: score_suite(rs, seed) for m, rs in by.items()} for s, by in results.items()},
        paired={
            suite: compare(by["base"], by["candidate"], seed)
            for suite, by in results.items()
            if {"base", "candidate"} <= set(by)
        },
    )


def _accuracy(results: Sequence[CaseResult]) -> Slice:
    return Slice(len(results), wilson(sum(r.accuracy or 0 for r in results), len(results)))


def _slices(results: Sequence[CaseResult], key: Callable[[CaseResult], str]) -> dict[str, Slice]:
    names = sorted({key(r) for r in results})
    return {name: _accuracy([r for r in results if key(r) == name]) for name in names}
