"""The usual stages: smoke on every arm, a safety ramp, then a measurement at a fixed ratio."""

from __future__ import annotations

from hat.canary.spec import CANDIDATE, CHAMPION, CONTROL, Stage

RAMP = (0.05, 0.25)
"""The candidate's shares in the safety ramp."""


def stages(experiment: str, smoke: int, ramp: int, measurement: int) -> tuple[Stage, ...]:
    """Stages with that many viewers each (`ramp`: in each of its steps).

    The ramp's steps share a salt, so a viewer who has the candidate keeps it; the measurement has a fresh one, so that
    nobody is measured on what the ramp showed. Control ramps like the candidate and has no part in the measurement.
    """

    def stage(name: str, salt: str, candidate: float, control: float, viewers: int, measures: bool = False) -> Stage:
        shares = {CANDIDATE: candidate, CHAMPION: 1 - candidate - control, CONTROL: control}
        return Stage(name, f"{experiment}:{salt}", shares, viewers, measures)

    return (
        stage("smoke", "smoke", 1 / 3, 1 / 3, smoke),
        *(stage(f"ramp-{share:.0%}", "ramp", share, share, ramp) for share in RAMP),
        stage("measurement", "measurement", 0.5, 0.0, measurement, measures=True),
    )
