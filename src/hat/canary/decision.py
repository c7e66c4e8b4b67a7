"""The decision: a pure function of the agreement and of the statistics, with its reasons in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from hat.canary.guardrail import breached
from hat.canary.sequence import Interval, interval
from hat.canary.spec import CANDIDATE, CHAMPION, Experiment, Stage
from hat.canary.statistics import ArmStatistics, sample_ratio_p_value

Verdict = Literal["promote", "abort", "continue", "hold"]

P95_SHARE = 0.05
"""The 95th percentile is over the budget exactly when more than this share of requests is."""


@dataclass(frozen=True)
class Decision:
    """What to do now, why, and the primary difference where it was judged."""

    verdict: Verdict
    reasons: tuple[str, ...]
    interval: Interval | None = None


def decide(
    experiment: Experiment, stage: Stage, statistics: Mapping[str, ArmStatistics], over: bool = False
) -> Decision:
    """What the stage's statistics say. `over`: the stage has had its time, no more viewers will come.

    hold: the split is not as planned, or both arms break a guardrail; a person must look. abort: the candidate breaks a
    guardrail or is worse, or the measurement is over without a decision. promote: the candidate is better. continue: go
    on, with the next stage when this one is over.
    """
    candidate, champion = (statistics.get(arm, ArmStatistics()) for arm in (CANDIDATE, CHAMPION))
    if broken := guardrails(experiment, candidate):
        if guardrails(experiment, champion):
            return Decision("hold", (f"both arms break a guardrail, so what they run on is at fault: {broken[0]}",))
        return Decision("abort", broken)
    viewers = {arm: s.viewers for arm, s in statistics.items()}
    p_value = sample_ratio_p_value(viewers, stage.shares)
    if p_value < experiment.sample_ratio_alpha:
        counts = ", ".join(f"{arm} {viewers.get(arm, 0)}" for arm in stage.shares)
        return Decision("hold", (f"sample ratio mismatch in {stage.name} (p = {p_value:.2g}): {counts} viewers",))
    if not stage.measures:
        return Decision("continue", (f"guardrails hold in {stage.name} after {sum(viewers.values())} viewers",))
    return _measured(experiment, stage, statistics, over)


def guardrails(experiment: Experiment, arm: ArmStatistics) -> tuple[str, ...]:
    """The guardrails that an arm has broken for certain, in words. They speak against an arm, never for it."""
    broken = []
    if breached(arm.failed, arm.viewers, experiment.error_ceiling, experiment.guardrail_alpha):
        broken.append(
            f"error rate above {experiment.error_ceiling:.0%}: {arm.failed} of {arm.viewers} viewers "
            "had a failed request"
        )
    if breached(arm.slow, arm.requests, P95_SHARE, experiment.guardrail_alpha):
        broken.append(
            f"P95 latency above {experiment.latency_budget_s:g} s: {arm.slow} of {arm.requests} requests took longer"
        )
    return tuple(broken)


def _measured(experiment: Experiment, stage: Stage, statistics: Mapping[str, ArmStatistics], over: bool) -> Decision:
    """The verdict of a measurement whose split and guardrails are in order."""
    metric = experiment.primary
    arms = [statistics.get(arm, ArmStatistics()) for arm in (CANDIDATE, CHAMPION)]
    candidate, champion = (arm.judge if metric == "judge" else arm.gmv for arm in arms)
    seen = sum(arm.viewers for arm in arms)
    bounds = interval(candidate, champion, experiment.alpha, tightest_at=stage.viewers)
    if bounds is None or min(candidate.n, champion.n) < experiment.minimum_viewers:
        reason = f"too few viewers for {metric}: candidate {candidate.n}, champion {champion.n}"
        return Decision("abort" if over else "continue", (reason,), bounds)
    said = (
        f"{metric} differs by {bounds.difference:+.3g} ({1 - experiment.alpha:.0%} confidence sequence "
        f"{bounds.low:+.3g} to {bounds.high:+.3g}) after {seen} viewers"
    )
    if bounds.low > experiment.margin:
        return Decision("promote", (f"candidate is better: {said}",), bounds)
    if bounds.high < experiment.margin:
        return Decision("abort", (f"candidate is worse: {said}",), bounds)
    if over:
        return Decision("abort", (f"no decision by the maximum duration, so no promotion: {said}",), bounds)
    return Decision("continue", (f"undecided: {said}",), bounds)
