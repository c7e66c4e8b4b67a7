import pytest
from hypothesis import given
from hypothesis import strategies as st

from hat.canary.assignment import assign, bucket
from hat.canary.plan import stages

GROWTHBOOK = (
    ("seed", "a", 0.0505),
    ("seed", "b", 0.2696),
    ("foo", "ab", 0.2575),
    ("foo", "def", 0.2019),
    ("89123klj", "8952klfjas09ujkasdf", 0.124),
    ("90850943850283058242805", "123", 0.7516),
    ("()**(%$##$%#$#", '___)((*":&', 0.0128),
)
"""GrowthBook's own vectors for version 2 of its hash: salt, viewer, bucket (its SDKs' `cases.json`, "hash")."""


@pytest.mark.parametrize(("salt", "viewer", "expected"), GROWTHBOOK)
def test_bucket_agrees_with_growthbooks_vectors(salt: str, viewer: str, expected: float) -> None:
    assert bucket(salt, viewer) == expected


@given(st.text(min_size=1, max_size=30), st.text(max_size=10))
def test_a_viewer_stays_in_while_the_ramp_rises(viewer: str, name: str) -> None:
    _, low, high, measurement = stages(name, smoke=1, ramp=1, measurement=1)
    before, after = (assign(stage.salt, viewer, stage.shares) for stage in (low, high))
    assert before == "champion" or after == before
    assert low.salt == high.salt != measurement.salt


def test_shares_are_kept_and_a_share_of_zero_gets_nobody() -> None:
    shares = {"candidate": 0.25, "champion": 0.75, "control": 0.0}
    arms = [assign("salt", f"viewer-{i}", shares) for i in range(4000)]
    assert abs(arms.count("candidate") / 4000 - 0.25) < 0.03
    assert "control" not in arms


def test_a_fresh_salt_draws_anew() -> None:
    halves = {"candidate": 0.5, "champion": 0.5}
    viewers = [f"viewer-{i}" for i in range(2000)]
    same = sum(assign("ramp", v, halves) == assign("measurement", v, halves) for v in viewers)
    assert abs(same / 2000 - 0.5) < 0.05
