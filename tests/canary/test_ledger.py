from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hat.canary.ledger import Exposure, Ledger, Metric, Outcome
from hat.canary.summary import summarise
from hat.errors import HatError
from tests.canary.agreed import agreed

EXPERIMENT = agreed(gmv_cap=100.0, latency_budget_s=2.0)


def exposure(viewer: str, arm: str) -> Exposure:
    return Exposure("x", "measurement", viewer, arm, at=1.0)


def outcome(number: int, viewer: str, metric: Metric, value: float) -> Outcome:
    return Outcome(f"event-{number}", "x", "measurement", viewer, metric, value, at=2.0)


EVENTS: list[Exposure | Outcome] = [
    exposure("ann", "candidate"),
    exposure("bob", "candidate"),
    exposure("cat", "champion"),
    *(
        outcome(number, viewer, metric, value)
        for number, (viewer, metric, value) in enumerate(
            [
                ("ann", "failed", 0),
                ("ann", "latency_s", 1.0),
                ("ann", "judge", 1.0),
                ("ann", "failed", 0),
                ("ann", "latency_s", 3.0),
                ("ann", "judge", 0.0),
                ("ann", "gmv", 80.0),
                ("ann", "gmv", 60.0),
                ("ann", "orders", 1),
                ("bob", "failed", 1),
                ("bob", "fallback", 1),
                ("cat", "failed", 0),
                ("cat", "judge", 0.5),
                ("not exposed", "gmv", 999.0),
            ]
        )
    ),
]


def store(ledger: Ledger, event: Exposure | Outcome) -> bool:
    return ledger.expose(event) if isinstance(event, Exposure) else ledger.record([event]) == 1


def test_statistics_count_viewers_zeros_and_caps(tmp_path: Path) -> None:
    ledger = Ledger.at(tmp_path / "ledger.sqlite")
    assert all(store(ledger, event) for event in EVENTS)
    statistics = summarise(ledger, EXPERIMENT, "measurement")
    candidate = statistics["candidate"]
    assert (candidate.viewers, candidate.requests, candidate.failed, candidate.fallbacks) == (2, 3, 1, 1)
    assert (candidate.slow, candidate.latency_p50, candidate.latency_p95) == (1, 1.0, 3.0)
    assert (candidate.judge.n, candidate.judge.mean) == (1, 0.5)
    assert (candidate.gmv.n, candidate.gmv.mean) == (2, 50.0)
    assert statistics["champion"].gmv.n == 1
    assert statistics["champion"].latency_p95 is None
    assert ledger.viewers("x", "measurement") == {"ann": "candidate", "bob": "candidate", "cat": "champion"}
    assert summarise(ledger, EXPERIMENT, "ramp") == {}


@settings(max_examples=25)
@given(st.permutations(EVENTS), st.lists(st.sampled_from(EVENTS), max_size=10))
def test_order_and_repetition_change_nothing(order: list[Exposure | Outcome], again: list[Exposure | Outcome]) -> None:
    ledger, plain = Ledger("sqlite://"), Ledger("sqlite://")
    for event in [*order, *again]:
        store(ledger, event)
    for event in EVENTS:
        store(plain, event)
    assert summarise(ledger, EXPERIMENT, "measurement") == summarise(plain, EXPERIMENT, "measurement")


def test_an_event_with_other_content_is_refused(tmp_path: Path) -> None:
    ledger = Ledger.at(tmp_path / "ledger.sqlite")
    ledger.record([outcome(1, "ann", "judge", 1.0)])
    with pytest.raises(HatError, match="event-1"):
        ledger.record([outcome(1, "ann", "judge", 0.0)])
    ledger.expose(exposure("ann", "candidate"))
    with pytest.raises(HatError, match="champion"):
        ledger.expose(exposure("ann", "champion"))
