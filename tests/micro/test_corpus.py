import re

from transformers import PreTrainedTokenizerFast

from hat.micro.corpus import CURRICULUM, document
from hat.micro.documents import encode_document
from hat.micro.synthetic.domains import THINGS

STEPS = 240


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


def test_no_domain_is_live_commerce() -> None:
    """Random words may be any; what people ask about and how is never of a shop."""
    commerce = set("coupon stock shipping delivery buyer seller store shop cart refund warranty live stream".split())
    domains = repr(THINGS)
    assert commerce.isdisjoint(re.findall(r"[a-z]+", domains.lower()))


def test_the_curriculum_covers_all_of_training() -> None:
    ends = [stage.until for stage in CURRICULUM]
    assert ends == sorted(ends)
    assert ends[-1] == 1
