import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hat.canary.assignment import assign, bucket
from hat.canary.plan import stages

SHARED = Path(os.environ.get("HAT_SHARED", Path(__file__).parents[3] / "shared"))
VECTORS = SHARED / "data" / "growthbook" / "cases.json"


@pytest.mark.skipif(not VECTORS.exists(), reason="GrowthBook's vectors are not here: set HAT_SHARED to their folder")
def test_bucket_agrees_with_growthbooks_vectors() -> None:
    vectors = [v for v in json.loads(VECTORS.read_text())["hash"] if v[2] == 2]
    assert len(vectors) >= 7
    assert [bucket(salt, viewer) for salt, viewer, _, _ in vectors] == [expected for *_, expected in vectors]


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
