import numpy as np
import pytest

from hat.canary.moments import Moments
from hat.canary.sequence import interval

ALPHA, VIEWERS, TESTS = 0.05, 400, 500


def moments(values: np.ndarray) -> Moments:
    return Moments(len(values), float(values.sum()), float((values**2).sum()))


def ever_excludes_zero(rng: np.random.Generator, candidate: list[float], champion: list[float]) -> bool:
    """Look after every viewer pair from the tenth on; `candidate` and `champion` are probabilities of 0, 0.5, 1."""
    a, b = (rng.choice([0.0, 0.5, 1.0], size=VIEWERS // 2, p=p) for p in (candidate, champion))
    for n in range(10, VIEWERS // 2 + 1):
        bounds = interval(moments(a[:n]), moments(b[:n]), ALPHA, tightest_at=VIEWERS)
        assert bounds is not None
        if bounds.low > 0 or bounds.high < 0:
            return True
    return False


@pytest.mark.parametrize("scores", [[0.4, 0.2, 0.4], [0.05, 0.1, 0.85], [0.9, 0.05, 0.05]])
def test_looking_after_every_viewer_keeps_the_error_rate(scores: list[float]) -> None:
    rng = np.random.default_rng(7)
    wrong = sum(ever_excludes_zero(rng, scores, scores) for _ in range(TESTS)) / TESTS
    assert wrong <= ALPHA


def test_a_clear_effect_is_found() -> None:
    rng = np.random.default_rng(7)
    found = sum(ever_excludes_zero(rng, [0.15, 0.15, 0.7], [0.4, 0.2, 0.4]) for _ in range(100))
    assert found >= 95


def test_the_interval_covers_the_difference_and_narrows() -> None:
    rng = np.random.default_rng(1)
    a, b = rng.normal(1.0, 1.0, 5000), rng.normal(0.7, 1.0, 5000)
    widths = []
    for n in (50, 500, 5000):
        bounds = interval(moments(a[:n]), moments(b[:n]), ALPHA, tightest_at=1000)
        assert bounds is not None
        assert bounds.low < 0.3 < bounds.high
        widths.append(bounds.high - bounds.low)
    assert widths == sorted(widths, reverse=True)


def test_one_viewer_gives_no_interval() -> None:
    assert interval(Moments(1, 1.0, 1.0), Moments(5, 3.0, 2.0), ALPHA, tightest_at=10) is None
