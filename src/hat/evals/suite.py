"""What a suite is, and how its episodes become judged cases."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from hat.agent.chat import Chat
from hat.agent.client import ModelClient
from hat.agent.loop import episode, run
from hat.agent.toolbox import ToolServer
from hat.agent.trajectory import Trajectory
from hat.evals.case import Call, CaseResult
from hat.evals.judge import Judge
from hat.harness.state import HarnessState
from hat.room.request import Request

Progress = Callable[[int], None]
"""Called with the number of cases that have just been answered."""


@dataclass(frozen=True)
class Subject:
    """The model under evaluation. `chat` is None for clients that read messages only."""

    client: ModelClient
    chat: Chat | None


@dataclass(frozen=True)
class Setting:
    """What a suite asks: `count` cases that follow from `seed`, under a harness, before a judge.

    `prompts` is the file of IFEval's official prompts, where there is one.
    """

    state: HarnessState
    judge: Judge
    count: int
    seed: int
    prompts: Path | None = None


class Suite(Protocol):
    """Answers and judges the cases of a setting."""

    def __call__(self, subject: Subject, setting: Setting, progress: Progress) -> list[CaseResult]:
        """One result for each case, in an order that does not depend on the subject."""


@dataclass(frozen=True)
class EpisodeCase:
    """A request to be answered under a harness state, with the tool server that it meets.

    `skills` maps original skill names to the state's, where the state is a variant.
    """

    id: str
    kind: str
    request: Request
    state: HarnessState
    tools: ToolServer
    group: str = ""
    skills: Mapping[str, str] | None = None


def answer(
    suite: str, cases: Sequence[EpisodeCase], subject: Subject, judge: Judge, progress: Progress
) -> list[CaseResult]:
    """Run the agent loop on all cases and judge what it did."""
    episodes = (episode(case.request, case.state, case.tools, subject.chat) for case in cases)
    trajectories = run(episodes, subject.client, progress)
    return [_result(suite, case, trajectory, judge) for case, trajectory in zip(cases, trajectories, strict=True)]


def _result(suite: str, case: EpisodeCase, trajectory: Trajectory, judge: Judge) -> CaseResult:
    judged = None if trajectory.infrastructure else judge.judge(case.state, case.request, trajectory, case.skills)
    return CaseResult(
        suite=suite,
        case=case.id,
        kind=case.kind,
        group=case.group,
        read=trajectory.user,
        thought="\n".join(step.turn.thinking for step in trajectory.steps if step.turn.thinking),
        called=tuple(
            Call(r.call.name, dict(r.call.arguments) if r.call.arguments is not None else None, r.content, r.fault)
            for r in trajectory.results
        ),
        said=trajectory.reply or "",
        accuracy=judged.accuracy if judged else None,
        effectiveness=judged.effectiveness if judged else None,
        reasons=judged.reasons if judged else (),
        seconds=round(trajectory.seconds, 3),
        infrastructure=trajectory.infrastructure,
    )
