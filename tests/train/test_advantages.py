import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from hat.train.advantages import segment_advantages, spread

NAMES = ("accuracy", "effectiveness", "tool")
WEIGHTS = {"tool": {"tool": 1.0, "accuracy": 0.5}, "reply": {"accuracy": 1.0, "effectiveness": 1.0}}

rewards = st.lists(st.tuples(*[st.sampled_from((0.0, 0.5, 1.0))] * 3), min_size=8, max_size=8).map(torch.tensor)


def advantages(values: torch.Tensor) -> dict[str, torch.Tensor]:
    return segment_advantages(values, NAMES, WEIGHTS, group=4)


@settings(max_examples=25)
@given(rewards)
def test_a_segment_answers_for_its_own_rewards_only(values: torch.Tensor) -> None:
    changed = values.clone()
    changed[:, 2] = torch.rand(8)
    assert torch.equal(advantages(values)["reply"], advantages(changed)["reply"])
    changed = values.clone()
    changed[:, 1] = torch.rand(8)
    assert torch.equal(advantages(values)["tool"], advantages(changed)["tool"])


@settings(max_examples=25)
@given(rewards, st.floats(0.5, 20), st.floats(-5, 5))
def test_the_scale_of_a_reward_does_not_matter(values: torch.Tensor, scale: float, shift: float) -> None:
    changed = values.clone()
    changed[:, 0] = changed[:, 0] * scale + shift
    for segment in WEIGHTS:
        assert torch.allclose(advantages(values)[segment], advantages(changed)[segment], atol=2e-3)


@settings(max_examples=25)
@given(rewards, st.integers(0, 7))
def test_a_spoiled_rollout_gets_nothing_and_moves_nothing(values: torch.Tensor, spoiled: int) -> None:
    values[spoiled] = torch.nan
    got = advantages(values)
    mates = [i for i in range(spoiled // 4 * 4, spoiled // 4 * 4 + 4) if i != spoiled]
    for segment in WEIGHTS:
        assert got[segment][spoiled] == 0
        assert got[segment].isfinite().all()
        assert abs(float(got[segment][mates].sum())) < 1e-3


def test_a_small_weight_stays_small_where_nothing_else_differs() -> None:
    values = torch.tensor([[1.0, 1, 1], [1, 1, 1], [1, 1, 0], [1, 1, 1]])
    got = segment_advantages(values, NAMES, {"tool": {"accuracy": 1.0, "tool": 0.1}}, group=4)
    assert got["tool"].abs().max() < 0.2


def test_better_rollouts_get_more_and_equal_ones_nothing() -> None:
    values = torch.tensor([[1, 1, 1], [1, 1, 0], [0, 0, 1], [0, 0, 0]] + [[1.0, 0.5, 1]] * 4)
    got = advantages(values)
    assert got["reply"][0] == got["reply"][1] > 0 > got["reply"][2] == got["reply"][3]
    assert got["tool"][0] > got["tool"][1]
    assert torch.equal(got["tool"][4:], torch.zeros(4))


def test_tokens_take_the_advantage_of_their_segment() -> None:
    per_token = spread(
        {"tool": torch.tensor([2.0, -1.0]), "reply": torch.tensor([3.0, 4.0])},
        [["tool", None, "reply"], ["reply"]],
        width=4,
    )
    assert per_token.tolist() == [[2, 0, 3, 0], [4, 0, 0, 0]]
