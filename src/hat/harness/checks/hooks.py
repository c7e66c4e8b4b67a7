"""Hooks: known events and built-ins, valid matchers, exactly one thing to run."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from hat.harness.checks.flaw import Flaw
from hat.harness.format.hooks import EVENTS
from hat.harness.matcher import problem
from hat.harness.state import LOAD_SKILL, HarnessState, Hook

HOOKS_FILE = "hooks/hooks.json"
BUILTIN_EVENTS: Mapping[str, str] = {
    "skill-required": "Stop",
    "tool-arguments": "PreToolUse",
    "reply-format": "Stop",
    "factual-risk": "Stop",
    "retry-control": "PostToolUseFailure",
}
"""The built-in hooks and the event that each one guards."""


def check_hooks(state: HarnessState) -> Iterator[Flaw]:
    """Events, built-ins, matchers and timeouts of all hooks."""
    for hook in state.hooks:
        if hook.event not in EVENTS:
            message = f"`{hook.event}` is no event"
            yield Flaw(HOOKS_FILE, "hook-event", message, f"Write one of {', '.join(EVENTS)}", f'"{hook.event}"')
        if (hook.builtin is None) == (hook.command is None):
            message = f"a {hook.event} hook has not exactly one of a built-in's name and a command"
            remedy = 'Write `"type": "builtin"` with `name`, or `"type": "command"` with `command`'
            yield Flaw(HOOKS_FILE, "hook-kind", message, remedy, location=("hooks", hook.event))
        yield from _builtin(hook)
        if why := problem(hook.matcher):
            message = f"the matcher {hook.matcher!r} is no regular expression (RE2): {why}"
            remedy = "Write one, such as `get_.*`, or leave the matcher out"
            yield Flaw(HOOKS_FILE, "hook-matcher", message, remedy, '"matcher"')
        else:
            yield from _unmatched(hook, state)
        if not hook.timeout > 0:
            message = f"the timeout {hook.timeout} is not positive"
            yield Flaw(HOOKS_FILE, "hook-timeout", message, "Write seconds, such as `5`", '"timeout"')


def _unmatched(hook: Hook, state: HarnessState) -> Iterator[Flaw]:
    if not any(hook.concerns(name) for name in (LOAD_SKILL, *(tool.name for tool in state.tools))):
        message = f"the matcher {hook.matcher!r} of a {hook.event} hook matches no tool: the hook never runs"
        remedy = "Write the name of a tool of this harness, or delete the hook"
        needle = json.dumps(hook.matcher, ensure_ascii=False)
        yield Flaw(HOOKS_FILE, "hook-unmatched", message, remedy, needle, severity="warning")


def _builtin(hook: Hook) -> Iterator[Flaw]:
    if hook.builtin is None:
        return
    needle = f'"{hook.builtin}"'
    event = BUILTIN_EVENTS.get(hook.builtin)
    if event is None:
        message = f"there is no built-in hook `{hook.builtin}`"
        yield Flaw(HOOKS_FILE, "hook-builtin", message, f"Write one of {', '.join(BUILTIN_EVENTS)}", needle)
    elif event != hook.event:
        message = f"the built-in hook `{hook.builtin}` does not work on {hook.event}"
        yield Flaw(HOOKS_FILE, "hook-builtin", message, f"Move it to {event}", needle)
