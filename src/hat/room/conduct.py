"""What a harness asks of the agent in one episode: which skills to load, which rules bind the reply, what to say when
tools fail. Names are the variant's; a variant made by augmentation comes with its `skills`: original -> variant name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hat.agent.trajectory import ToolResult
from hat.harness.state import LOAD_SKILL, HarnessState, Rule, Skill
from hat.room.request import Request

EXCUSE = "our team will check"
"""What is said of a fact that no tool would give, where no rule gives a phrase for it."""


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


def excuse(state: HarnessState) -> str:
    """What the reply says of a fact that no tool would give: the phrase of a `mention` rule that hooks on failures, or
    the system prompt, tell the agent to say, too.
    """
    told = [hook.message for hook in state.hooks if hook.event == "PostToolUseFailure"]
    told += [block.text for block in state.prompt]
    spans = [s for skill in state.skills for rule in skill.rules if rule.kind == "mention" for s in rule.spans]
    return next((span for text in told for span in spans if span in text), EXCUSE)


def _variant(state: HarnessState, original: str, skills: Mapping[str, str] | None) -> Skill | None:
    name = original if skills is None else skills.get(original)
    return state.skill(name) if name else None
