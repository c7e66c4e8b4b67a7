import numpy as np
import pytest
from scipy.integrate import quad

from hat.canary.guardrail import breached, evidence


def test_evidence_is_the_mixture_of_likelihood_ratios() -> None:
    events, trials, ceiling = 3, 20, 0.05

    def ratio(p: float) -> float:
        return float((p / ceiling) ** events * ((1 - p) / (1 - ceiling)) ** (trials - events)) / (1 - ceiling)

    assert evidence(events, trials, ceiling) == pytest.approx(quad(ratio, ceiling, 1)[0])


def test_looking_after_every_viewer_keeps_the_error_rate() -> None:
    rng = np.random.default_rng(3)
    failures = (rng.random((500, 300)) < 0.05).cumsum(axis=1)
    wrong = sum(any(breached(int(k), n, 0.05, 0.05) for n, k in enumerate(row, 1)) for row in failures)
    assert wrong / 500 <= 0.05


def test_a_dead_arm_is_found_at_once_and_a_sound_one_never() -> None:
    assert not breached(1, 1, 0.05, 0.01)
    assert breached(2, 2, 0.05, 0.01)
    assert not breached(0, 10_000, 0.05, 0.01)
    assert evidence(0, 0, 0.05) == pytest.approx(1)


def test_a_great_many_events_do_not_overflow() -> None:
    assert breached(100_000, 100_000, 0.05, 0.01)
    assert not breached(1_000, 1_000_000, 0.05, 0.01)
