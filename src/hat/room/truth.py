"""Whether a reply is true: it states what was asked, and nothing that no tool said."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from hat.agent.loaded import told_phrases
from hat.agent.phrase import says
from hat.agent.trajectory import ToolResult
from hat.harness.state import HarnessState, Skill
from hat.room.calls import spell_call, spell_need
from hat.room.claims import bare_numbers, claims, numbers, sentences
from hat.room.request import Request

FAILURES = 2
"""After so many failed calls the agent may say that it does not know."""


def missing_needs(
    state: HarnessState, request: Request, reply: str, answers: Sequence[ToolResult], phrase: str
) -> list[str]:
    """Needs that the reply neither states nor is excused from stating: their calls failed, and it says the `phrase`.

    `answers` are the results of all calls but `load_skill`.
    """
    reasons = []
    for need in request.needs:
        failed = [r.fault is not None for r in answers if spell_call(state, r.call) == spell_need(need)]
        excused = len(failed) >= FAILURES and all(failed) and says(reply, phrase)
        if not excused and not _states(reply, need.value):
            reasons.append(f"missing: {need.field} is {need.value}")
    return reasons


def _states(reply: str, value: str) -> bool:
    return claims(value) <= claims(reply) if claims(value) else says(reply, value)


def false_statements(
    request: Request, reply: str, facts: Sequence[str], loaded: Sequence[Skill], excuse: str
) -> list[str]:
    """What the reply says and should not: forbidden phrases, claims without support, a value under another's name.

    `facts` are the results that support claims; so do the phrases which rules of the `loaded` skills tell to say,
    and the `excuse` for a failed tool.
    """
    support = "\n".join((*facts, *told_phrases(loaded), excuse))
    known = numbers("\n".join((support, request.text)))
    unsupported = (claims(reply) - claims(support)) | (bare_numbers(reply) - known)
    return [
        *(f"forbidden: {phrase}" for phrase in request.forbidden if says(reply, phrase)),
        *(f"unsupported: {claim}" for claim in sorted(unsupported)),
        *_mixed(reply, facts),
    ]


def _mixed(reply: str, facts: Sequence[str]) -> list[str]:
    """Sentences that name one field of a result and give only other fields' values for it."""
    values: dict[str, frozenset[str]] = {}
    for fact in facts:
        for field, value in _data(fact).items():
            values[field] = values.get(field, frozenset()) | claims(str(value))
    known = frozenset().union(*values.values())
    reasons = []
    for sentence in sentences(reply):
        named = [field for field in values if values[field] and says(sentence, field)]
        stated = claims(sentence) & known
        if len(named) == 1 and stated and not stated & values[named[0]]:
            reasons.append(f"mixed: {named[0]} is not {', '.join(sorted(stated))}")
    return reasons


def _data(content: str) -> dict[str, Any]:
    """The object on the first line of a result; hooks may have put a remark on the lines after it."""
    try:
        data = json.loads(content.partition("\n")[0])
    except json.JSONDecodeError:
        return {}
    return data if isinstance(data, dict) else {}
