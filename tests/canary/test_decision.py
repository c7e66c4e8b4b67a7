import pytest

from hat.canary.decision import decide
from hat.canary.fixed_horizon import compare
from hat.canary.moments import Moments
from hat.canary.plan import stages
from hat.canary.statistics import ArmStatistics
from tests.canary.agreed import agreed

STAGES = stages("x", smoke=12, ramp=60, measurement=200)
EXPERIMENT = agreed(STAGES)
RAMP, MEASUREMENT = STAGES[2], STAGES[3]


def arm(viewers: int, right: int, failed: int = 0, slow: int = 0) -> ArmStatistics:
    """An arm of which `right` viewers got a judge score of 1 and the rest 0."""
    return ArmStatistics(
        viewers=viewers, requests=viewers, failed=failed, slow=slow, judge=Moments(viewers, right, right)
    )


@pytest.mark.parametrize(
    ("stage", "candidate", "champion", "verdict", "reason"),
    [
        (RAMP, arm(15, 0), arm(30, 30), "continue", "guardrails hold"),
        (RAMP, arm(15, 15, failed=6), arm(30, 0), "abort", "error rate"),
        (RAMP, arm(15, 15, slow=9), arm(30, 0), "abort", "P95 latency"),
        (MEASUREMENT, arm(5, 5), arm(5, 0), "continue", "too few"),
        (MEASUREMENT, arm(40, 36), arm(40, 12), "promote", "better"),
        (MEASUREMENT, arm(40, 12), arm(40, 36), "abort", "worse"),
        (MEASUREMENT, arm(40, 21), arm(40, 20), "continue", "undecided"),
        (MEASUREMENT, arm(90, 85), arm(30, 9), "hold", "sample ratio mismatch"),
        (MEASUREMENT, arm(90, 85, failed=40), arm(30, 9), "abort", "error rate"),
        (MEASUREMENT, arm(40, 36, failed=20), arm(40, 12, failed=20), "hold", "both arms"),
    ],
)
def test_decisions(stage, candidate, champion, verdict, reason) -> None:
    control = {"control": arm(15, 3)} if stage is RAMP else {}
    decision = decide(EXPERIMENT, stage, {"candidate": candidate, "champion": champion, **control})
    assert decision.verdict == verdict, decision
    assert reason in decision.reasons[0]


def test_without_a_decision_in_time_there_is_no_promotion() -> None:
    for viewers, reason in ((100, "no decision by the maximum duration"), (3, "too few viewers")):
        arms = {"candidate": arm(viewers, viewers // 2), "champion": arm(viewers, viewers // 2)}
        decision = decide(EXPERIMENT, MEASUREMENT, arms, over=True)
        assert decision.verdict == "abort"
        assert reason in decision.reasons[0]


def test_nobody_yet_goes_on() -> None:
    assert {decide(EXPERIMENT, stage, {}).verdict for stage in STAGES} == {"continue"}


def test_guardrails_are_one_sided() -> None:
    champion = arm(40, 20, failed=30, slow=30)
    assert decide(EXPERIMENT, MEASUREMENT, {"candidate": arm(40, 38), "champion": champion}).verdict == "promote"


def test_fixed_horizon_comparison_stands_beside_it() -> None:
    result = compare({"candidate": arm(40, 36), "champion": arm(40, 12)}, alpha=0.05)
    assert set(result) == {"judge"}
    assert result["judge"]["effect_size"] == pytest.approx(0.6)
    assert result["judge"]["pvalue"] < 0.001
