"""Stage: does the candidate pass? Margins on the QA suites, no loss on IFEval, and the reasons in words.

A gain counts only when it is as large as the margin *and* the 95 % interval of the paired difference is above 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pydantic import Field

from hat.evals.intervals import Interval
from hat.evals.scores import SCORES, Scores, read_scores
from hat.settings import Settings
from hat.storage import write_json


class GateConfig(Settings):
    """What a candidate must show, by suite, in percentage points. `max_unscored` is a percentage of a suite's cases."""

    min_gain: dict[str, float] = Field(default={"live_stream_qa": 15.0, "harness_variant_qa": 15.0})
    max_loss: dict[str, float] = Field(default={"ifeval": 3.0})
    max_unscored: float = 5.0


@dataclass(frozen=True)
class Check:
    """One condition of the gate: what it looked at, whether it holds, and why, in words."""

    name: str
    passed: bool
    reason: str


@dataclass(frozen=True)
class Verdict:
    """The gate's answer. It passes when every check does."""

    passed: bool
    checks: tuple[Check, ...]

    @property
    def reasons(self) -> tuple[str, ...]:
        """The reasons of the failed checks, or of all when it passed."""
        return tuple(check.reason for check in self.checks if self.passed or not check.passed)


def judge(scores: Scores, config: GateConfig) -> Verdict:
    """Hold scores of base and candidate against the margins."""
    checks = (*_gains(scores, config), *_losses(scores, config), *_unscored(scores, config))
    return Verdict(all(check.passed for check in checks), checks)


def _gains(scores: Scores, config: GateConfig) -> Iterator[Check]:
    for suite, margin in config.min_gain.items():
        pair = scores.paired.get(suite)
        if pair is None:
            yield Check(suite, False, f"{suite}: not evaluated for both models.")
            continue
        gain = pair.difference
        by = scores.suites[suite]
        apart = "overlap" if by["base"].accuracy.overlaps(by["candidate"].accuracy) else "do not overlap"
        words = (
            f"{suite}: {by['base'].accuracy.value:.1f} -> {by['candidate'].accuracy.value:.1f}, {_points(gain)} on "
            f"{pair.cases} paired cases; at least {margin:+.1f} and an interval above 0 are asked. "
            f"The models' own intervals {apart}."
        )
        yield Check(suite, gain.value >= margin and gain.low > 0, words)


def _losses(scores: Scores, config: GateConfig) -> Iterator[Check]:
    for suite, allowed in config.max_loss.items():
        pair = scores.paired.get(suite)
        if pair is None:
            yield Check(suite, False, f"{suite}: not evaluated for both models.")
            continue
        change = pair.difference
        words = f"{suite}: {_points(change)}; a loss of {allowed:.1f} is allowed."
        yield Check(suite, change.value >= -allowed, words)


def _unscored(scores: Scores, config: GateConfig) -> Iterator[Check]:
    for suite, by in scores.suites.items():
        for model, score in by.items():
            missing = sum(score.unscored.values())
            if 100 * missing > config.max_unscored * score.cases:
                kinds = ", ".join(f"{count} {kind}" for kind, count in score.unscored.items())
                words = f"{missing} of {score.cases} cases of {model} could not be scored ({kinds})"
                yield Check(suite, False, f"{suite}: {words}; remove the cause and run again.")


def _points(change: Interval) -> str:
    return f"{change.value:+.1f} points [{change.low:+.1f}, {change.high:+.1f}]"


def run(config: GateConfig, inputs: dict[str, Path], out: Path) -> dict[str, Any]:
    """Hold the scores in `inputs["evaluation"]` against the margins; write and return `gate.json`."""
    verdict = judge(read_scores(inputs["evaluation"] / SCORES), config)
    record = {"passed": verdict.passed, "reasons": verdict.reasons, "checks": [asdict(c) for c in verdict.checks]}
    write_json(out / "gate.json", record)
    return record
