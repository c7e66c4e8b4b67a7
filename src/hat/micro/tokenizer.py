"""The micro base's tokenizer: byte-level BPE with single digits, and boilerplate of the chat format as single tokens.

A word in running text is the same token wherever it stands: a small word takes its space with it, a name never does.
So what is copied from a question into a note, or found in a description, is equal there.

The boilerplate tokens change no text: they only make the fixed strings between two names one token, so that a name
follows its title at the same distance everywhere, and a rendered harness is half as long.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast

from hat.agent.chat import END_OF_TURN
from hat.micro.boilerplate import BOILERPLATE, END_OF_TEXT, SPECIAL

VOCABULARY = 6144
"""Entries, boilerplate included."""

TEMPLATE = Path(__file__).with_name("chat_template.jinja")

_LONGEST_FIRST = (*SPECIAL[::-1], *sorted(BOILERPLATE, key=len, reverse=True))
_WORD = r" ?[a-z]+|[A-Z]+[a-z]*|\d| ?[^\sA-Za-z\d]|\s+"
"""A pre-token: a word, one with capitals, one digit, one sign, or white space."""


def untrained() -> PreTrainedTokenizerFast:
    """A tokenizer without merges: enough to render the chat template."""
    return train(())


def train(texts: Iterable[str]) -> PreTrainedTokenizerFast:
    """A tokenizer of `VOCABULARY` entries trained on `texts`, boilerplate included. Deterministic."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(_WORD), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=VOCABULARY - len(BOILERPLATE) - len(SPECIAL),
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(map(_without_boilerplate, texts), trainer)
    tokenizer.add_special_tokens([AddedToken(text, special=True, normalized=False) for text in SPECIAL])
    tokenizer.add_tokens([AddedToken(text, special=False, normalized=False) for text in BOILERPLATE])
    return _wrap(tokenizer)


def _wrap(tokenizer: Tokenizer) -> PreTrainedTokenizerFast:
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        eos_token=END_OF_TURN,
        pad_token=END_OF_TEXT,
        chat_template=TEMPLATE.read_text(encoding="utf-8"),
        clean_up_tokenization_spaces=False,
        model_max_length=4096,
    )


def _without_boilerplate(text: str) -> str:
    """The text with boilerplate replaced by line ends, so that no merge is spent on it."""
    for piece in _LONGEST_FIRST:
        text = text.replace(piece, "\n")
    return text
