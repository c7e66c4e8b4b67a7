"""What text costs the model: tokens of the micro base, or characters where that base is not installed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hat.errors import HatError
from hat.harness.parts import Part
from hat.harness.render import system_message, tool_specs
from hat.harness.state import HarnessState


@dataclass(frozen=True)
class Sizes:
    """The size of each part, and of the whole first prompt with an empty comment, in `unit`."""

    unit: str
    parts: tuple[int, ...]
    first_prompt: int


def measure(state: HarnessState, parts: Sequence[Part]) -> Sizes:
    """Sizes by the best measure that this machine has."""
    from hat.micro.load import base_path

    try:
        base = base_path()
    except HatError:
        sizes = _sizes(parts, len)
        return Sizes("characters", sizes, sum(n for p, n in zip(parts, sizes, strict=True) if p.when == "first prompt"))
    from transformers import AutoTokenizer

    from hat.agent.chat import Chat

    tokenizer = AutoTokenizer.from_pretrained(base)
    messages = [{"role": "system", "content": system_message(state)}, {"role": "user", "content": ""}]
    prompt = Chat(tokenizer).first(messages, tool_specs(state))
    sizes = _sizes(parts, lambda text: len(tokenizer.encode(text, add_special_tokens=False)))
    return Sizes("tokens", sizes, len(prompt))


def _sizes(parts: Sequence[Part], size: Callable[[str], int]) -> tuple[int, ...]:
    return tuple(size(part.text) for part in parts)
