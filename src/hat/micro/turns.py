"""The chat format in pieces: what stands before a user's message, and the parts of the turns after it."""

from __future__ import annotations

import json
from collections.abc import Mapping

from transformers import PreTrainedTokenizerBase

from hat.harness.render import tool_specs
from hat.harness.state import HarnessState
from hat.micro.documents import BOILERPLATE, NAME, PLAIN, PROMPT, Piece

END_OF_TURN: Piece = ("<|im_end|>", PLAIN)
END_OF_CALL: Piece = ("}}\n</tool_call><|im_end|>", BOILERPLATE)
_GENERATION: Piece = ("<|im_end|>\n<|im_start|>assistant\n", 0.0)
_USER = "\x00"


def system_pieces(system: str, tokenizer: PreTrainedTokenizerBase, state: HarnessState | None = None) -> tuple[Piece]:
    """What the chat template writes before the first user message; with the tools of `state`, if any."""
    messages = ([{"role": "system", "content": system}] if system else []) + [{"role": "user", "content": _USER}]
    tools = tool_specs(state) if state else None
    text = tokenizer.apply_chat_template(messages, tools=tools, tokenize=False)
    return ((str(text).split(_USER)[0], PROMPT),)


def user(content: str) -> list[Piece]:
    """The user's message and the generation prompt."""
    return [(content, PROMPT), _GENERATION]


def observation(content: str) -> list[Piece]:
    """A user message after an assistant turn, and the generation prompt."""
    return user(f"\n<|im_start|>user\n{content}")


def think(*pieces: Piece) -> list[Piece]:
    """A `<think>` block."""
    return [("<think>\n", BOILERPLATE), *pieces, ("\n</think>\n\n", BOILERPLATE)]


def call(name: str, arguments: Mapping[str, object], name_weight: float = NAME) -> list[Piece]:
    """A Hermes tool call and the end of the turn."""
    pieces: list[Piece] = [
        ('<tool_call>\n{"name": "', BOILERPLATE),
        (name, name_weight),
        ('", "arguments": {', BOILERPLATE),
    ]
    for i, (key, content) in enumerate(arguments.items()):
        pieces += [
            (", " if i else "", BOILERPLATE),
            (f'"{key}', NAME),
            ('": ', BOILERPLATE),
            (json.dumps(content), NAME),
        ]
    return [*pieces, END_OF_CALL]


def result(content: str) -> list[Piece]:
    """A tool result and the next generation prompt."""
    return [
        ("\n<|im_start|>user\n<tool_response>\n", 0.0),
        (content, PROMPT),
        ("\n</tool_response><|im_end|>\n<|im_start|>assistant\n", 0.0),
    ]
