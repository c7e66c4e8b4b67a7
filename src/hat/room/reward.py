"""Scores a trajectory against the ground truth of its request and the rules of the harness it ran under."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from hat.agent.loaded import loaded_skills, rules_in_force
from hat.agent.phrase import says
from hat.agent.trajectory import ToolCall, ToolResult, Trajectory
from hat.harness.state import LOAD_SKILL, HarnessState, Rule, Skill
from hat.room.calls import spell_call, spell_need
from hat.room.conduct import excuse, expected_skills
from hat.room.request import Request
from hat.room.truth import false_statements, missing_needs


@dataclass(frozen=True)
class Score:
    """How good an episode was.

    `accuracy`: 1 when every need is stated (or its tool failed twice and the reply says so), and nothing that is
    forbidden, mixed up or unsupported by a tool result. `effectiveness`: 1 when it is accurate and keeps every rule of
    the reply skill it loaded last and the length limit; 0.5 when the needs are stated all the same; else 0. `tool` and
    `skill`: the calls (skills) that were wanted and made, over the larger of both numbers; repeating a failed call is
    free. `reasons` begin with their kind: `reply`, `missing`, `forbidden`, `unsupported`, `mixed`, `rule`, `limit`,
    `tool` or `skill`.
    """

    accuracy: int
    effectiveness: float
    tool: float
    skill: float
    reasons: tuple[str, ...]


def score(
    state: HarnessState, request: Request, trajectory: Trajectory, skills: Mapping[str, str] | None = None
) -> Score:
    """The score under a variant whose `skills` map original to variant names (None: the original names).

    Only the part `skill` depends on `skills`. Raises ValueError for a trajectory that an infrastructure failure ended:
    it has no score.
    """
    if trajectory.infrastructure:
        raise ValueError(f"trajectory {trajectory.request_id} ended in {trajectory.infrastructure}: it has no score")
    reply, results = trajectory.reply or "", trajectory.results
    loaded = loaded_skills(state, results)
    answers = [r for r in results if r.call.name != LOAD_SKILL]
    missing = missing_needs(state, request, reply, answers, excuse(state)) if reply else ["reply: none"]
    facts = [r.content for r in answers if r.fault is None]
    wrong = false_statements(request, reply, facts, loaded, excuse(state))
    broken = _broken(state, reply, loaded) if reply else []
    tool, tool_reasons = _tool(state, request, answers)
    skill, skill_reasons = _skill(expected_skills(state, request, skills), trajectory.calls)
    accurate = not missing and not wrong
    return Score(
        accuracy=int(accurate),
        effectiveness=0.0 if missing else 0.5 if wrong or broken else 1.0,
        tool=tool,
        skill=skill,
        reasons=(*missing, *wrong, *broken, *tool_reasons, *skill_reasons),
    )


def keeps(rule: Rule, reply: str) -> bool:
    """Whether the reply keeps a checked rule. `open` and `close` are exact, `mention` and `avoid` in any case."""
    match rule.kind:
        case "open":
            return reply.startswith(rule.spans)
        case "close":
            return reply.endswith(rule.spans)
        case "mention":
            return all(span.lower() in reply.lower() for span in rule.spans)
        case "avoid":
            return not any(says(reply, span) for span in rule.spans)
    return True


def _broken(state: HarnessState, reply: str, loaded: Sequence[Skill]) -> list[str]:
    reasons = [
        f"rule: {rule.kind} {' '.join(map(repr, rule.spans))}"
        for rule in rules_in_force(loaded)
        if not keeps(rule, reply)
    ]
    if any(s.kind == "reply" for s in state.skills) and not any(s.kind == "reply" for s in loaded):
        reasons.append("rule: no reply skill was loaded")
    limit = state.limit("max_reply_chars")
    if len(reply) > limit:
        reasons.append(f"limit: {len(reply)} characters, at most {limit:g}")
    return reasons


def _tool(state: HarnessState, request: Request, answers: Sequence[ToolResult]) -> tuple[float, list[str]]:
    made, failed = [], set[str]()
    for result in answers:
        key = spell_call(state, result.call)
        if key not in failed:
            made.append(key)
        if result.fault in ("timeout", "malformed", "denied"):
            failed.add(key)
        else:
            failed.discard(key)
    return _agreement("tool", {spell_need(need) for need in request.needs}, made)


def _skill(expected: Sequence[Skill], calls: Sequence[ToolCall]) -> tuple[float, list[str]]:
    loads = [str((call.arguments or {}).get("name")) for call in calls if call.name == LOAD_SKILL]
    return _agreement("skill", [skill.name for skill in expected], loads)


def _agreement(kind: str, wanted: Iterable[str], made: Iterable[str]) -> tuple[float, list[str]]:
    """The number of wanted and made things, over the larger of both numbers; and what was missing or too much."""
    want, have = Counter(wanted), Counter(made)
    larger = max(want.total(), have.total())
    reasons = [f"{kind}: missing {name}" for name in (want - have).elements()]
    reasons += [f"{kind}: needless {name}" for name in (have - want).elements()]
    return ((want & have).total() / larger if larger else 1.0), reasons
