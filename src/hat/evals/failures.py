"""Which kinds of cases fail, for which model, with a few cases to look at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hat.evals.case import CaseResult

_EXAMPLES = 2


@dataclass(frozen=True)
class Example:
    """One case as each model answered it, by model name."""

    case: str
    read: str
    answers: Mapping[str, CaseResult]


@dataclass(frozen=True)
class KindFailures:
    """How many cases of a kind each model failed, and examples: what still fails first, then what no longer does."""

    kind: str
    cases: int
    failed: Mapping[str, int]
    examples: tuple[Example, ...]


def failures_by_kind(results: Mapping[str, Sequence[CaseResult]]) -> list[KindFailures]:
    """The kinds with failures in one suite, worst for the last named model first. `results` is by model name."""
    kinds: dict[str, list[Example]] = {}
    for example in _examples(results):
        kinds.setdefault(next(iter(example.answers.values())).kind, []).append(example)
    models = tuple(results)
    found = [_kind(kind, examples, models) for kind, examples in kinds.items()]
    failing = [kind for kind in found if any(kind.failed.values())]
    return sorted(failing, key=lambda kind: [-kind.failed[model] for model in reversed(models)])


def _examples(results: Mapping[str, Sequence[CaseResult]]) -> list[Example]:
    by_case: dict[str, dict[str, CaseResult]] = {}
    for model, answered in results.items():
        for result in answered:
            if result.accuracy is not None:
                by_case.setdefault(result.case, {})[model] = result
    return [Example(case, next(iter(answers.values())).read, answers) for case, answers in by_case.items()]


def _kind(kind: str, examples: Sequence[Example], models: Sequence[str]) -> KindFailures:
    failing = {m: [e for e in examples if m in e.answers and e.answers[m].accuracy == 0] for m in models}
    still = failing[models[-1]]
    mended = [e for e in failing[models[0]] if e not in still]
    shown = (*still[:_EXAMPLES], *mended[: _EXAMPLES if not still else 1])
    return KindFailures(kind, len(examples), {m: len(of) for m, of in failing.items()}, shown)
