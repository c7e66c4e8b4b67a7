"""The evaluation judge: ground truth and code, no model.

It reads accuracy and effectiveness of `hat.room.reward.score`, which the teacher's filter, HSA-RL's rewards and the A/B
use too: a flaw in those rules is trained for and not seen here. Rewards for tools, skills and thinking are left out.
The name says which judge judged, so that results of different judges are never taken for each other.
"""

from __future__ import annotations

from collections.abc import Mapping
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

    def judge(
        self, state: HarnessState, request: Request, trajectory: Trajectory, skills: Mapping[str, str] | None
    ) -> Judgement:
        """The judgement of a trajectory without infrastructure failure.

        `skills` maps original skill names to the state's, where the state is a variant.
        """


class RulesJudge:
    """Judges by the request's ground truth and the harness's checked rules."""

    name = "rules-evaluation-1"

    def judge(
        self, state: HarnessState, request: Request, trajectory: Trajectory, skills: Mapping[str, str] | None
    ) -> Judgement:
        """See `Judge`."""
        found = score(state, request, trajectory, skills)
        return Judgement(found.accuracy, found.effectiveness, found.reasons)
