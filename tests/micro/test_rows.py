import torch
from transformers import PreTrainedTokenizerFast

from hat.micro.documents import Document, Row, encode_document
from hat.micro.model import initial_model
from hat.micro.rows import hidden_states, score, tensors

DOCUMENT = Document(
    prefix=(("You help with books.\n", 0.1),),
    branches=(
        (("who wrote book 7?", 0.1), ("The author is Anna.", 1.0)),
        (("hello", 0.0), ("Hi.", 2.0)),
        (("how long is book 12, please", 0.1), ("340 pages", 1.0)),
    ),
)


def alone(row: Row, branch: int) -> tuple[list[int], list[int]]:
    """Where the prefix and one branch stand in the row, and their ids."""
    places = [i for i, number in enumerate(row.branch) if number in (0, branch)]
    return places, [row.ids[i] for i in places]


def test_a_branch_reads_as_if_it_were_alone(tokenizer: PreTrainedTokenizerFast) -> None:
    model = initial_model(1).eval()
    row = encode_document(DOCUMENT, tokenizer)
    packed = tensors(row)
    with torch.inference_mode():
        logits = model.lm_head(hidden_states(model, packed)[packed.source])
        for branch in (1, 2, 3):
            places, ids = alone(row, branch)
            unpacked = model(input_ids=torch.tensor([ids])).logits[0]
            torch.testing.assert_close(logits[places[1:]], unpacked[:-1], atol=1e-4, rtol=1e-4)


def test_the_loss_is_that_of_the_tokens_with_a_weight(tokenizer: PreTrainedTokenizerFast) -> None:
    model = initial_model(1).eval()
    row = encode_document(DOCUMENT, tokenizer)
    with torch.inference_mode():
        scored = score(model, tensors(row))
        places, ids = alone(row, 2)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            logits = model(input_ids=torch.tensor([ids])).logits[0]
    wanted = torch.nn.functional.cross_entropy(logits[:-1].float(), torch.tensor(ids[1:]), reduction="none")
    torch.testing.assert_close(scored.loss[places[1:]], wanted, atol=0.1, rtol=0.05)
    assert scored.weights[: len(row.ids)].tolist() == [torch.tensor(w).item() for w in row.weights]
    assert not scored.weights[len(row.ids) :].any()


def test_weights_follow_the_text(tokenizer: PreTrainedTokenizerFast) -> None:
    row = encode_document(DOCUMENT, tokenizer)
    answers = [
        tokenizer.decode([i for i, w, b in zip(row.ids, row.weights, row.branch, strict=True) if b == n and w >= 1])
        for n in (1, 2, 3)
    ]
    assert answers == ["The author is Anna.", "Hi.", "340 pages"]
    assert row.weights[0] == 0
    assert row.positions[: row.branch.index(1) + 1] == tuple(range(row.branch.index(1) + 1))
