"""What the model reads of a harness: the system message and the tool list."""

from __future__ import annotations

import re
from typing import Any

from hat.harness.state import LOAD_SKILL, HarnessState, PromptBlock, Skill

LOAD_SKILL_SPEC: dict[str, Any] = {
    "type": "function",
    "function": {
        "description": "Read the rules of a skill: load skill",
        "name": LOAD_SKILL,
        "parameters": {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]},
    },
}


def block_text(block: PromptBlock) -> str:
    """The block as the model reads it: each `{name}` replaced by its value."""
    return re.sub(
        r"\{(\w+)\}",
        lambda m: f"{block.values[m[1]].value:g}" if m[1] in block.values else m[0],
        block.text.strip(),
    )


def skill_text(skill: Skill) -> str:
    """The body that `load_skill` returns: rule notes (`<!-- rule: ... -->`) are for the judge and are not shown."""
    return re.sub(r"(?<![ \t])[ \t]*<!--\s{0,20}rule:.{0,200}?-->", "", skill.body).strip()


def system_message(state: HarnessState) -> str:
    """Prompt blocks, then one line for each skill: description, then name."""
    skills = "\n".join(f"- {s.description} ({s.kind}): {s.name}" for s in state.skills)
    blocks = "\n\n".join(block_text(b) for b in state.prompt)
    return f"{blocks}\n\n# Skills\n{skills}" if state.skills else blocks


def tool_specs(state: HarnessState) -> list[dict[str, Any]]:
    """The tools in OpenAI's format, `load_skill` first when there are skills."""
    tools = [
        {
            "type": "function",
            "function": {"description": t.description, "name": t.name, "parameters": dict(t.input_schema)},
        }
        for t in state.tools
    ]
    return [LOAD_SKILL_SPEC, *tools] if state.skills else tools
