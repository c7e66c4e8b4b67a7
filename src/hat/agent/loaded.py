"""The skills that an episode has loaded, and what they tell the agent to say."""

from __future__ import annotations

from collections.abc import Iterable

from hat.agent.trajectory import ToolResult
from hat.harness.state import LOAD_SKILL, HarnessState, Rule, Skill


def loaded_skills(state: HarnessState, results: Iterable[ToolResult]) -> tuple[Skill, ...]:
    """The skills that were loaded, in order."""
    loads = (r for r in results if r.call.name == LOAD_SKILL and r.fault is None and r.call.arguments)
    found = (state.skill(str((r.call.arguments or {}).get("name"))) for r in loads)
    return tuple(skill for skill in found if skill)


def rules_in_force(loaded: Iterable[Skill]) -> tuple[Rule, ...]:
    """The checked rules that bind the reply: mention and avoid of strategies, then all of the last reply skill."""
    skills = tuple(loaded)
    rules = [r for s in skills if s.kind == "strategy" for r in s.rules if r.kind in ("mention", "avoid")]
    reply = next((s for s in reversed(skills) if s.kind == "reply"), None)
    rules += [r for r in reply.rules if r.kind] if reply else []
    return tuple(rule for rule in rules if rule.spans)


def told_phrases(loaded: Iterable[Skill]) -> list[str]:
    """The phrases that rules of these skills tell the agent to say."""
    return [span for s in loaded for r in s.rules if r.kind in ("open", "close", "mention") for span in r.spans]
