import pytest
from hypothesis import given
from hypothesis import strategies as st
from transformers import PreTrainedTokenizerFast

from hat.micro.boilerplate import BOILERPLATE, SPECIAL
from hat.micro.tokenizer import VOCABULARY, train, untrained
from hat.micro.words import WORDS

TEXTS = st.text() | st.lists(st.sampled_from((*SPECIAL, *BOILERPLATE, "get_price", "éß语 🎁", " 59  yuan"))).map(
    "".join
)


@given(text=TEXTS, plain=st.booleans())
def test_any_text_survives(tokenizer: PreTrainedTokenizerFast, text: str, plain: bool) -> None:
    ids = tokenizer.encode(text, add_special_tokens=False, split_special_tokens=plain)
    assert tokenizer.decode(ids) == text


@pytest.mark.parametrize("text", [*SPECIAL, *BOILERPLATE])
def test_boilerplate_is_one_token(tokenizer: PreTrainedTokenizerFast, text: str) -> None:
    assert len(tokenizer.encode(text, add_special_tokens=False)) == 1


@given(words=st.lists(st.sampled_from(WORDS), min_size=1, max_size=2).map(" ".join))
def test_words_are_equal_in_question_description_and_note(tokenizer: PreTrainedTokenizerFast, words: str) -> None:
    """Copying and matching them is a matter of equal tokens."""
    size = words.count(" ") + 1
    for before, after in (
        ("amy: what is the", " of link 3?"), ("Tells,", ", if any: x"), ("a thing:", " (reply): x"),
        ("<think>\nwant:", "; skill:"), ("; skill:", "\n</think>\n\n"), ("; want:", "; tool:"),
        ("; tool:", "\n</think>"),
    ):  # fmt: skip
        tokens = tokenizer.tokenize(f"{before} {words}{after}")
        start = len(tokenizer.tokenize(before))
        assert tokens[start : start + size] == [f"Ġ{word}" for word in words.split()]


def test_digits_are_single_tokens(tokenizer: PreTrainedTokenizerFast) -> None:
    tokens = tokenizer.tokenize("2048 and 59")
    assert [token for token in tokens if token.isdigit()] == list("204859")


def test_training_is_deterministic_and_stays_within_the_vocabulary() -> None:
    texts = ["a small book and a small boat on the lake"] * 3
    trained = train(texts)
    assert trained.backend_tokenizer.to_str() == train(texts).backend_tokenizer.to_str()
    assert len(untrained()) < len(trained) <= VOCABULARY
