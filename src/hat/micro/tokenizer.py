"""The micro base's tokenizer: byte-level BPE with single digits, and boilerplate of the chat format as single tokens.

The boilerplate tokens change no text: they only make the fixed strings between two names one token, so that a name
follows its title at the same distance everywhere, and a rendered harness is half as long.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast

from hat.agent.chat import END_OF_TURN

VOCABULARY = 2048
END_OF_TEXT = "<|endoftext|>"
TEMPLATE = Path(__file__).with_name("chat_template.jinja")

_SPECIAL = (
    END_OF_TEXT, END_OF_TURN, "<|im_start|>", "<|im_start|>system\n", "<|im_start|>user\n", "\n<|im_start|>user\n",
    "\n<|im_start|>assistant\n",
)  # fmt: skip
_PREAMBLE = (
    "\n\n# Tools\n\nYou may call one or more functions to assist with the user query.\n\nYou are provided with function "
    "signatures within <tools></tools> XML tags:\n<tools>",
    "\n</tools>\n\nFor each function call, return a json object with function name and arguments within "
    '<tool_call></tool_call> XML tags:\n<tool_call>\n{"name": <function-name>, "arguments": <args-json-object>}\n</tool_call>',
)
_JSON = (
    '\n{"type": "function", "function": {"description": "', '", "name": "', '", "parameters": {"type": "object", "properties": {"',
    '": {"type": "integer"}, "', '": {"type": "string"}, "', '": {"type": "integer"}}, "required": ["',
    '": {"type": "string"}}, "required": ["', '", "', '"]}}}', '": "', '": ', ', "', '{"', '"}', '{"error": "',
)  # fmt: skip
_CHAT = (
    "<think>", "</think>", "<tool_call>", "</tool_call>", "<tool_response>", "</tool_response>", "<think>\n", "\n</think>\n\n",
    '\n</think>\n\n<tool_call>\n{"name": "', '\n</think>\n\n<tool_call>\n{"name": "load_skill", "arguments": {"name": "',
    '", "arguments": {"', '"}}\n</tool_call>', "}}\n</tool_call>", "<tool_response>\n", "\n</tool_response>",
)  # fmt: skip
_TEXT = (
    "\n\n# Skills\n- ", "\n- ", " (reply): ", " (strategy): ", " -> ", ": ", "; ", ". ", "! ", "? ", ", ", " is ", "want: ", "; skill: ",
    "with: ", "; tool: ", "rules: ", "Thought: ", "\nAction: ", "\nAction Input: ", "Observation: ", "\nFinal Answer: ",
)  # fmt: skip
_WORD = r" ?[A-Za-z]+|\d| ?[^\sA-Za-z\d]|\s+"
"""A pre-token: a word, one digit, one sign, or white space."""


def _wrap(tokenizer: Tokenizer) -> PreTrainedTokenizerFast:
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        eos_token=END_OF_TURN,
        pad_token=END_OF_TEXT,
        chat_template=TEMPLATE.read_text(encoding="utf-8"),
        clean_up_tokenization_spaces=False,
        model_max_length=4096,
    )


def untrained() -> PreTrainedTokenizerFast:
    """A tokenizer without merges: enough to render the chat template."""
    return train(())


def train(texts: Iterable[str]) -> PreTrainedTokenizerFast:
    """A tokenizer of `VOCABULARY` entries trained on `texts`, boilerplate included. Deterministic."""
    boilerplate = (*_PREAMBLE, *_JSON, *_CHAT, *_TEXT)
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(_WORD), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=VOCABULARY - len(boilerplate) - len(_SPECIAL),
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    pieces = sorted(boilerplate, key=len, reverse=True)
    tokenizer.train_from_iterator((_without(text, pieces) for text in texts), trainer)
    tokenizer.add_special_tokens([AddedToken(text, special=True, normalized=False) for text in _SPECIAL])
    tokenizer.add_tokens([AddedToken(text, special=False, normalized=False) for text in boilerplate])
    return _wrap(tokenizer)


def _without(text: str, pieces: list[str]) -> str:
    """The text with boilerplate replaced by line ends, so that no merge is spent on it."""
    for piece in (*_SPECIAL[::-1], *pieces):
        text = text.replace(piece, "\n")
    return text
