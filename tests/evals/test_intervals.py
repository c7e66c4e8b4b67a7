import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from hat.evals.intervals import bootstrap_mean, paired, wilson

bits = st.lists(st.integers(0, 1), min_size=1, max_size=60)


def test_wilson_matches_scipy() -> None:
    for right, cases in [(0, 10), (7, 10), (10, 10), (95, 120)]:
        expected = binomtest(right, cases).proportion_ci(method="wilson")
        ours = wilson(right, cases)
        assert (ours.low, ours.high) == pytest.approx((100 * expected.low, 100 * expected.high))


@given(bits)
def test_interval_holds_its_estimate(values: list[int]) -> None:
    share, mean = wilson(sum(values), len(values)), bootstrap_mean(values, seed=1)
    assert 0 <= share.low <= share.value + 1e-9
    assert share.value <= share.high + 1e-9 <= 100 + 1e-6
    assert mean.low - 1e-9 <= mean.value <= mean.high + 1e-9
    assert mean == bootstrap_mean(values, seed=1)


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1)), min_size=1, max_size=60))
def test_paired_is_antisymmetric(outcomes: list[tuple[int, int]]) -> None:
    base, candidate = [b for b, _ in outcomes], [c for _, c in outcomes]
    there, back = paired(base, candidate, seed=3), paired(candidate, base, seed=3)
    assert there.difference.value == pytest.approx(-back.difference.value)
    assert there.difference.low == pytest.approx(-back.difference.high)


def test_paired_sees_what_separate_intervals_do_not() -> None:
    base, candidate = [1] * 50 + [0] * 50, [1] * 58 + [0] * 42
    assert wilson(50, 100).overlaps(wilson(58, 100))
    found = paired(base, candidate, seed=0)
    assert found.difference.low > 0


def test_empty() -> None:
    assert wilson(0, 0).high == 100.0
    assert bootstrap_mean([], seed=0).value == 0.0
    assert paired([], [], seed=0).cases == 0
