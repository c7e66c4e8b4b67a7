"""What text costs the model: tokens of the micro base."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hat.harness.parts import Part
from hat.harness.render import system_message, tool_specs
from hat.harness.state import HarnessState


@dataclass(frozen=True)
class Sizes:
    """The tokens of each part, and of the whole first prompt with an empty comment."""

    parts: tuple[int, ...]
    first_prompt: int


def measure(state: HarnessState, parts: Sequence[Part]) -> Sizes:
    """The sizes of a harness's parts. Raises HatError when the base is not installed."""
    from transformers import AutoTokenizer

    from hat.agent.chat import Chat
    from hat.micro.load import base_path

    tokenizer = AutoTokenizer.from_pretrained(base_path())
    messages = [{"role": "system", "content": system_message(state)}, {"role": "user", "content": ""}]
    prompt = Chat(tokenizer).first(messages, tool_specs(state))
    return Sizes(tuple(len(tokenizer.encode(part.text, add_special_tokens=False)) for part in parts), len(prompt))
