"""What text costs the model: tokens of the micro base."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hat.harness.parts import Part
from hat.harness.render import system_message, tool_specs
from hat.harness.state import HarnessState

if TYPE_CHECKING:
    from hat.agent.chat import Chat


@dataclass(frozen=True)
class Sizes:
    """The tokens of each part, and of the whole first prompt with an empty comment."""

    parts: tuple[int, ...]
    first_prompt: int


def measure(state: HarnessState, parts: Sequence[Part]) -> Sizes:
    """The sizes of a harness's parts. Raises HatError when the base is not installed."""
    chat = _chat()
    sizes = (len(chat.tokenizer.encode(part.text, add_special_tokens=False)) for part in parts)
    return Sizes(tuple(sizes), len(_first_prompt(state, chat)))


def rendered_prompt(state: HarnessState) -> str:
    """The first prompt with an empty comment, letter by letter as the chat template renders it."""
    chat = _chat()
    return str(chat.tokenizer.decode(_first_prompt(state, chat)))


def _chat() -> Chat:
    from transformers import PreTrainedTokenizerFast

    from hat.agent.chat import Chat
    from hat.micro.load import base_path

    return Chat(PreTrainedTokenizerFast.from_pretrained(base_path()))


def _first_prompt(state: HarnessState, chat: Chat) -> list[int]:
    messages = [{"role": "system", "content": system_message(state)}, {"role": "user", "content": ""}]
    return chat.first(messages, tool_specs(state))
