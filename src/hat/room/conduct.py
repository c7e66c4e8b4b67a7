"""What a harness asks of the agent in one episode: which skills to load, which rules bind the reply, what to say when
tools fail. Names are the variant's; a variant made by augmentation comes with its `skills`: original -> variant name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hat.harness.state import HarnessState, Skill
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


def needed_names(state: HarnessState, requests: Iterable[Request]) -> set[str]:
    """The skills and tools, by original name, that these requests cannot do without."""
    asked = tuple(requests)
    served = {need.implementation for request in asked for need in request.needs}
    skills = {skill for request in asked for skill in request.skills}
    return skills | {tool.name for tool in state.tools if tool.implementation in served}


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
