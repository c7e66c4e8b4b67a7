import re

from transformers import PreTrainedTokenizerFast

from hat.micro.corpus import CURRICULUM, document
from hat.micro.documents import encode_document
from hat.micro.words import COMMERCE, WORDS

STEPS = 240


def texts(tokenizer: PreTrainedTokenizerFast) -> list[str]:
    return [document(5, step, 0, (step + 1) / STEPS, tokenizer).text for step in range(STEPS)]


def test_the_same_arguments_give_the_same_document(tokenizer: PreTrainedTokenizerFast) -> None:
    for step in range(0, STEPS, 8):
        progress = (step + 1) / STEPS
        made = document(1, step, 0, progress, tokenizer)
        assert made == document(1, step, 0, progress, tokenizer)
        others = [document(2, step, 0, progress, tokenizer), document(1, step, 1, progress, tokenizer)]
        assert made not in others


def test_documents_fit_the_context_and_every_branch_has_something_to_learn(tokenizer: PreTrainedTokenizerFast) -> None:
    for step in range(0, STEPS, 8):
        row = encode_document(document(1, step, 0, (step + 1) / STEPS, tokenizer), tokenizer)
        assert max(row.positions) < 4096
        for branch in range(1, max(row.branch) + 1):
            assert any(b == branch and w >= 1 for b, w in zip(row.branch, row.weights, strict=True))


def test_no_random_word_is_of_live_commerce() -> None:
    assert not COMMERCE.intersection(WORDS)


def test_live_commerce_is_hardly_ever_mentioned(tokenizer: PreTrainedTokenizerFast) -> None:
    """Only in a phrase that sells nothing, and by chance in made-up names."""
    fixed = re.compile("no list and no link")
    words = (re.findall(r"[a-z]+", fixed.sub("", text).lower().replace("_", " ")) for text in texts(tokenizer))
    hits = [COMMERCE.intersection(found) for found in words]
    assert sum(map(bool, hits)) <= 0.01 * STEPS, hits


def test_the_curriculum_covers_all_of_training() -> None:
    ends = [stage.until for stage in CURRICULUM]
    assert ends == sorted(ends)
    assert ends[-1] == 1
