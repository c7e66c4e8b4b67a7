import random
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from hat.canary.course import Look, run_course
from hat.canary.ledger import Exposure, Ledger, Outcome
from hat.canary.plan import stages
from hat.canary.spec import Stage
from hat.canary.split import Split
from tests.canary.agreed import agreed

EXPERIMENT = agreed(stages("x", smoke=12, ramp=40, measurement=300))


class Room:
    """Viewers who get a right answer with their arm's probability, written straight into a ledger."""

    def __init__(self, ledger: Ledger, right: Mapping[str, float], failing: Mapping[str, float] | None = None) -> None:
        self.ledger, self.right, self.failing = ledger, right, failing or {}
        self.split, self.sent = Split(), 0

    def send(self, stage: Stage, viewers: Sequence[str]) -> None:
        for viewer in viewers:
            self.sent += 1
            arm, rng = self.split.arm_of(viewer), random.Random(f"{stage.name}/{viewer}")
            values = {
                "failed": float(rng.random() < self.failing.get(arm, 0.0)),
                "latency_s": rng.uniform(0.5, 3.0),
                "judge": float(rng.random() < self.right[arm]),
            }
            self.ledger.expose(Exposure("x", stage.name, viewer, arm, at=0.0))
            self.ledger.record(
                Outcome(f"{stage.name}/{viewer}/{metric}", "x", stage.name, viewer, metric, value, at=0.0)
                for metric, value in values.items()
            )

    def run(self) -> list[Look]:
        return run_course(EXPERIMENT, self.split, self.ledger, self.send, batch=20, told=lambda look: None)


@pytest.mark.parametrize(
    ("candidate", "champion", "failing", "verdict", "stage"),
    [
        (0.9, 0.4, 0.0, "promote", "measurement"),
        (0.4, 0.9, 0.0, "abort", "measurement"),
        (0.6, 0.6, 0.0, "abort", "measurement"),
        (0.9, 0.4, 0.9, "abort", "smoke"),
    ],
)
def test_course(tmp_path: Path, candidate: float, champion: float, failing: float, verdict: str, stage: str) -> None:
    right = {"candidate": candidate, "champion": champion, "control": 0.3}
    room = Room(Ledger.at(tmp_path / "ledger.sqlite"), right, {"candidate": failing})
    looks = room.run()
    assert (looks[-1].decision.verdict, looks[-1].stage) == (verdict, stage)
    assert {look.decision.verdict for look in looks[:-1]} <= {"continue"}
    assert room.split.stage is None


def test_a_clear_winner_needs_fewer_viewers_than_planned(tmp_path: Path) -> None:
    right = {"candidate": 0.95, "champion": 0.3, "control": 0.3}
    looks = Room(Ledger.at(tmp_path / "ledger.sqlite"), right).run()
    assert looks[-1].viewers < EXPERIMENT.stages[-1].viewers


def test_a_killed_course_goes_on_where_it_stopped(tmp_path: Path) -> None:
    right = {"candidate": 0.9, "champion": 0.4, "control": 0.3}
    whole = Room(Ledger.at(tmp_path / "whole.sqlite"), right)
    expected = whole.run()[-1]
    ledger = Ledger.at(tmp_path / "killed.sqlite")
    killed = Room(ledger, right)
    send = killed.send

    def send_until_killed(stage: Stage, viewers: Sequence[str]) -> None:
        send(stage, viewers[:7] if stage.measures else viewers)
        if stage.measures:
            raise KeyboardInterrupt

    killed.send = send_until_killed  # type: ignore[method-assign]
    with pytest.raises(KeyboardInterrupt):
        killed.run()
    resumed = Room(ledger, right)
    look = resumed.run()[-1]
    assert look.decision.verdict == expected.decision.verdict
    assert resumed.sent + killed.sent == len(
        [viewer for stage in EXPERIMENT.stages for viewer in ledger.viewers("x", stage.name)]
    )
