import random

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.nn import functional

from hat.train.packing import IGNORED, branch_logits, collate, common_prefix, make_rows
from hat.train.record import Record
from tests.train.conftest import tiny_model


def records(seed: int, states: int, each: int) -> list[Record]:
    source = random.Random(seed)

    def tokens(low: int, high: int) -> tuple[int, ...]:
        return tuple(source.randrange(300) for _ in range(source.randint(low, high)))

    made = []
    for state in range(states):
        head = tokens(20, 40)
        for number in range(each):
            ids = tokens(5, 30)
            trained = tuple(source.random() < 0.6 for _ in ids)
            made.append(Record(f"r{number}", f"s{state}", False, 0, False, (), head + tokens(1, 9), ids, trained))
    source.shuffle(made)
    return made


@given(st.integers(0, 10**6), st.integers(1, 5), st.integers(1, 5), st.integers(1, 4))
def test_rows_hold_every_token_of_every_record_once(seed: int, states: int, each: int, width: int) -> None:
    made = records(seed, states, each)
    rows = make_rows(made, width)
    unpacked = [
        (row.prefix + branch, (False,) * len(row.prefix) + trained)
        for row in rows
        for branch, trained in zip(row.branches, row.trained, strict=True)
    ]
    expected = [(r.prompt_ids + r.ids, (False,) * len(r.prompt_ids) + r.trained) for r in made]
    assert sorted(unpacked) == sorted(expected)
    assert all(len(row.branches) <= width for row in rows)
    assert all(not trained[0] for row in rows for trained in row.trained)


def test_common_prefix_leaves_one_token_to_predict_from() -> None:
    assert common_prefix([(1, 2, 3)]) == 2
    assert common_prefix([(1, 2, 3), (1, 2, 4, 5)]) == 2
    assert common_prefix([(1, 2), (1, 2, 4, 5)]) == 1


@pytest.mark.parametrize("seed", [1, 2])
def test_packed_logits_loss_and_gradients_equal_separate_sequences(seed: int) -> None:
    model = tiny_model(seed)
    made = records(seed, states=1, each=5)
    (row,) = make_rows(made, width=5)
    batch = collate([vars(row)])
    packed: dict[int, torch.Tensor] = {}
    loss = torch.tensor(0.0)
    for rows, logits in branch_logits(model, batch["prefix_ids"], batch["branch_ids"], batch["branch_mask"]):
        packed |= dict(zip(rows.tolist(), logits, strict=True))
        labels = batch["labels"][rows, 1 : logits.size(1)]
        loss = loss + functional.cross_entropy(logits[:, :-1].flatten(0, 1), labels.flatten(), reduction="sum")
    loss.backward()
    gradients = {name: weight.grad.clone() for name, weight in model.named_parameters()}

    model.zero_grad()
    total = torch.tensor(0.0)
    for i, (branch, trained) in enumerate(zip(row.branches, row.trained, strict=True)):
        ids = torch.tensor([row.prefix + branch])
        logits = model(input_ids=ids).logits[0, len(row.prefix) :]
        assert (logits - packed[i][: len(branch)]).abs().max() < 1e-4
        labels = torch.where(torch.tensor(trained), torch.tensor(branch), IGNORED)
        total = total + functional.cross_entropy(logits[:-1], labels[1:], reduction="sum")
    total.backward()
    assert abs(total.item() - loss.item()) < 1e-3
    for name, weight in model.named_parameters():
        assert torch.allclose(weight.grad, gradients[name], atol=1e-4), name
