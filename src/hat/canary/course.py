"""The course of an experiment: stage after stage, look after look, until there is a decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hat.canary.decision import Decision, decide
from hat.canary.ledger import Ledger
from hat.canary.spec import Experiment, Stage
from hat.canary.split import Split
from hat.canary.summary import summarise

Send = Callable[[Stage, Sequence[str]], None]
"""Lets some viewers of a stage come, and returns when their outcomes are in the ledger."""


@dataclass(frozen=True)
class Look:
    """One look at the statistics: how many viewers the stage had, and what was decided."""

    stage: str
    viewers: int
    decision: Decision


def run_course(
    experiment: Experiment, split: Split, ledger: Ledger, send: Send, batch: int, told: Callable[[Look], None]
) -> list[Look]:
    """All looks; the last has the decision, which is never `continue`. `told` hears of each look at once.

    `batch` viewers come between looks. Viewers whom the ledger knows are not sent again: a killed course goes on
    where it stopped. Whatever happens, the champion serves everyone afterwards.
    """
    looks: list[Look] = []
    try:
        for stage in experiment.stages:
            split.stage = stage
            known = ledger.viewers(experiment.name, stage.name)
            waiting = [viewer for i in range(stage.viewers) if (viewer := f"viewer-{i}") not in known]
            while True:
                send(stage, waiting[:batch])
                waiting = waiting[batch:]
                statistics = summarise(ledger, experiment, stage.name)
                decision = decide(experiment, stage, statistics, over=not waiting)
                looks.append(Look(stage.name, sum(arm.viewers for arm in statistics.values()), decision))
                told(looks[-1])
                if decision.verdict != "continue":
                    return looks
                if not waiting:
                    break
    finally:
        split.stage = None
    raise ValueError(f"experiment {experiment.name} has no stage that measures, so it cannot decide")
