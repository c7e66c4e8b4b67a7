"""What a harness asks of the agent in one episode: which skills to load, which rules bind the reply, what to say when
tools fail. Names are the variant's; a variant made by augmentation comes with its `skills`: original -> variant name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hat.agent.trajectory import ToolResult
from hat.harness.state import LOAD_SKILL, HarnessState, Rule, Skill
from hat.room.request import Request

UNKNOWN_ANSWERS = "unknown-answers"
"""The skill whose `mention` rule is also said for a fact whose tool keeps failing."""
EXCUSE = "our team will check"
"""What is said then when that skill, or its rule, is masked."""


def expected_skills(
    state: HarnessState, request: Request, skills: Mapping[str, str] | None = None
) -> tuple[Skill, ...]:
    """The skills an expert loads, in order, the reply skill last.

    A masked strategy is left out; in the place of a masked reply skill stands the first original one that is left.
    """
    *strategies, reply = (_variant(state, name, skills) for name in request.skills)
    if reply is None:
        originals = [s for s in state.skills if skills is None or s.name in skills.values()]
        reply = next((s for s in originals if s.kind == "reply"), None)
    return tuple(skill for skill in (*strategies, reply) if skill)


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


def excuse(state: HarnessState, skills: Mapping[str, str] | None = None) -> str:
    """What the reply says of a fact that no tool would give."""
    skill = _variant(state, UNKNOWN_ANSWERS, skills)
    said = (span for rule in (skill.rules if skill else ()) if rule.kind == "mention" for span in rule.spans)
    return next(said, EXCUSE)


def _variant(state: HarnessState, original: str, skills: Mapping[str, str] | None) -> Skill | None:
    name = original if skills is None else skills.get(original)
    return state.skill(name) if name else None
