"""What the model reads of a harness, part by part."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from hat.harness.render import block_text, skill_text, system_message, tool_specs
from hat.harness.state import HarnessState


@dataclass(frozen=True)
class Part:
    """A piece of text that the model reads: in every first prompt, or once it has loaded the skill."""

    kind: Literal["block", "skills", "tool", "skill"]
    name: str
    text: str
    when: Literal["first prompt", "when loaded"] = "first prompt"


def parts(state: HarnessState) -> Iterator[Part]:
    """The prompt's blocks, the list of skills, the tools as JSON, then the bodies of the skills."""
    for block in state.prompt:
        yield Part("block", block.id, block_text(block))
    blocks = "\n\n".join(block_text(block) for block in state.prompt)
    yield Part("skills", "list", system_message(state).removeprefix(blocks).strip())
    for spec in tool_specs(state):
        yield Part("tool", spec["function"]["name"], json.dumps(spec, ensure_ascii=False))
    for skill in state.skills:
        yield Part("skill", skill.name, skill_text(skill), "when loaded")
