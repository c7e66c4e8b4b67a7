"""The evaluation judge: ground truth and code, no model.

It is not the judge that rewards training (`hat.room.reward` is called for the facts of a reply; its shaping terms for
tools and skills are not read here), and it never judges what an infrastructure failure left behind.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from hat.agent.trajectory import Trajectory
from hat.harness.state import HarnessState
from hat.room.request import Request
from hat.room.reward import score


@dataclass(frozen=True)
class Judgement:
    """Accuracy 0 or 1, effectiveness 0, 0.5 or 1, and what was wrong, in words."""

    accuracy: int
    effectiveness: float
    reasons: tuple[str, ...]


class Judge(Protocol):
    """Judges one trajectory. `name` is part of what a results file is keyed by."""

    @property
    def name(self) -> str:
        """Name and version."""

    def judge(self, state: HarnessState, request: Request, trajectory: Trajectory) -> Judgement:
        """The judgement of a trajectory without infrastructure failure."""


class RulesJudge:
    """Judges by the request's ground truth and the harness's checked rules."""

    name = "rules-evaluation-1"

    def judge(self, state: HarnessState, request: Request, trajectory: Trajectory) -> Judgement:
        """See `Judge`."""
        found = score(state, request, trajectory)
        return Judgement(found.accuracy, found.effectiveness, found.reasons)
