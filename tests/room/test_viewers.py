from __future__ import annotations

from statistics import mean

from hypothesis import given
from hypothesis import strategies as st

from hat.room.reward import Score
from hat.room.sampler import make_requests
from hat.room.viewers import buy_rate, make_viewer, outcome

RIGHT, HALF, WRONG = (Score(a, e, 1.0, 1.0, ()) for a, e in ((1, 1.0), (1, 0.5), (0, 0.0)))
REQUEST = make_requests("test", 1, 0, intents=("price",))[0]
ids = st.text(min_size=1, max_size=10)


@given(ids, st.floats(0, 60), st.floats(0, 60))
def test_better_and_faster_replies_sell_more(viewer_id, a, b):
    viewer = make_viewer(viewer_id, 0)
    fast, slow = sorted((a, b))
    assert buy_rate(viewer, RIGHT, fast) >= buy_rate(viewer, RIGHT, slow) > buy_rate(viewer, WRONG, 0.0)
    assert buy_rate(viewer, RIGHT, fast) > buy_rate(viewer, HALF, fast)
    assert buy_rate(viewer, None, fast) == buy_rate(viewer, WRONG, fast)


@given(ids, st.integers(0, 1000))
def test_outcomes_follow_from_their_seed(viewer_id, seed):
    first = outcome(viewer_id, REQUEST, RIGHT, 1.0, seed)
    assert first == outcome(viewer_id, REQUEST, RIGHT, 1.0, seed)
    assert first.order == (first.gmv > 0) == (first.receipt_days > 0)


def test_a_right_reply_is_worth_money():
    right, wrong = ([outcome(f"v{i}", REQUEST, s, 1.0, 0) for i in range(3000)] for s in (RIGHT, WRONG))
    assert 0.32 < mean(o.order for o in right) < 0.38
    assert 0.08 < mean(o.order for o in wrong) < 0.12
    assert mean(o.gmv for o in right) > 2 * mean(o.gmv for o in wrong)
    assert len({o.gmv for o in right}) > 100
