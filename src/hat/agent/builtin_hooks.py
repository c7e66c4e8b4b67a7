"""The built-in hooks. Each is a function of the hook and the event that returns its message when it objects.

A hook's `message` in the harness replaces the default; the `{name}` parts are filled with what the hook found.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from hat.agent.event import Event
from hat.agent.loaded import told_phrases
from hat.agent.phrase import says
from hat.agent.toolbox import parameters_of
from hat.harness.schema import problem
from hat.harness.state import Hook

UNITS = ("yuan", "%", "off", "days", "day", "hours", "hour", "months", "month", "years", "year", "left")


def skill_required(hook: Hook, event: Event) -> str | None:
    """`Stop`: a reply skill must have been loaded."""
    if not any(s.kind == "reply" for s in event.state.skills) or any(s.kind == "reply" for s in event.loaded):
        return None
    return _message(hook, "Load a reply skill first.")


def tool_arguments(hook: Hook, event: Event) -> str | None:
    """`PreToolUse`: the arguments must fit the tool's JSON Schema. Fills `{tool}` and `{problem}`."""
    call = event.call
    schema = parameters_of(event.state, call.name) if call else None
    if call is None or schema is None or call.arguments is None:
        return None
    found = problem(schema, call.arguments)
    return found and _message(hook, "Wrong arguments: {problem}", tool=call.name, problem=found)


def reply_format(hook: Hook, event: Event) -> str | None:
    """`Stop`: the reply is not empty and keeps to `max_reply_chars`. Fills `{chars}` and `{limit}`."""
    chars, limit = len(event.reply or ""), event.state.limit("max_reply_chars")
    if 0 < chars <= limit:
        return None
    return _message(hook, "Reply in 1 to {limit} characters.", chars=chars, limit=f"{limit:g}")


def factual_risk(hook: Hook, event: Event) -> str | None:
    """`Stop`: figures with a unit, and banned phrases, need a tool result that says them. Fills `{claim}`.

    Options: `units` (list of text, default `UNITS`) and `banned` (list of phrases). What a loaded skill tells the
    agent to say is no risk.
    """
    reply = event.reply or ""
    units = "|".join(re.escape(unit) for unit in hook.options.get("units", UNITS))
    claims = [m[0] for m in re.finditer(rf"\d+(?:\.\d+)?\s?(?:{units})(?!\w)", reply, re.IGNORECASE)]
    claims += [phrase for phrase in hook.options.get("banned", ()) if says(reply, phrase)]
    support = (*event.facts, *told_phrases(event.loaded))
    claim = next((c for c in claims if not any(says(text, c) for text in support)), None)
    return claim and _message(hook, "No tool result says: {claim}", claim=claim)


def retry_control(hook: Hook, event: Event) -> str | None:
    """`PostToolUseFailure`: how often a failed tool may still be tried. Fills `{tool}`, `{fault}` and `{left}`."""
    if event.result is None:
        return None
    name = event.result.call.name
    failures = sum(r.call.name == name and r.fault is not None for r in event.results) + 1
    left = max(0, int(event.state.limit("max_retries")) + 1 - failures)
    return _message(hook, "Retries left: {left}", tool=name, fault=event.result.fault, left=left)


BUILTIN: dict[str, Callable[[Hook, Event], str | None]] = {
    "skill-required": skill_required,
    "tool-arguments": tool_arguments,
    "reply-format": reply_format,
    "factual-risk": factual_risk,
    "retry-control": retry_control,
}


def _message(hook: Hook, default: str, **values: object) -> str:
    return re.sub(r"\{(\w+)\}", lambda m: str(values.get(m[1], m[0])), hook.message or default)
