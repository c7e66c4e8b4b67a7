"""Hooks: known events, built-ins and options, valid matchers, exactly one thing to run."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from hat.harness.checks.flaw import Flaw, script_file
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


BUILTIN_OPTIONS: Mapping[str, frozenset[str]] = {"factual-risk": frozenset({"units", "banned"})}
"""The options of built-in hooks, each a list of texts."""

_TOOL_EVENTS = ("PreToolUse", "PostToolUse", "PostToolUseFailure")
_SCRIPT = re.compile(r"(?=.{1,100}\Z)\w[\w.-]*", re.ASCII)
MAX_TIMEOUT = 60
"""Seconds; a viewer does not wait longer."""


def texts_in(option: Any) -> list[str]:
    """The texts that an option lists; none when it is no such list."""
    return [text for text in option if isinstance(text, str)] if isinstance(option, list) else []


def check_hooks(state: HarnessState) -> Iterator[Flaw]:
    """Events, built-ins, matchers and timeouts of all hooks, and the names of their scripts."""
    for hook in state.hooks:
        if hook.event not in EVENTS:
            message = f"`{hook.event}` is no event"
            yield Flaw(HOOKS_FILE, "hook-event", message, f"Write one of {', '.join(EVENTS)}", f'"{hook.event}"')
        if (hook.builtin is None) == (hook.command is None) or not (hook.builtin or hook.command or "").strip():
            message = f"a {hook.event} hook has not exactly one of a built-in's name and a command"
            remedy = 'Write `"type": "builtin"` with `name`, or `"type": "command"` with `command`'
            yield Flaw(HOOKS_FILE, "hook-kind", message, remedy, location=("hooks", hook.event))
        yield from _builtin(hook)
        yield from _matcher(hook, state)
        if not 0 < hook.timeout <= MAX_TIMEOUT:
            message = f"the timeout {hook.timeout:g} is not between 0 and {MAX_TIMEOUT} seconds"
            yield Flaw(HOOKS_FILE, "hook-timeout", message, "Write seconds, such as `5`", '"timeout"')
    for name in state.scripts:
        if not _SCRIPT.fullmatch(name):
            message = f"`{name}` is no valid name of a script"
            yield Flaw(script_file(name), "script-name", message, "Write letters, digits, `.`, `_` and `-`")


def _matcher(hook: Hook, state: HarnessState) -> Iterator[Flaw]:
    """A matcher is an expression that matches some tool, on an event that has one."""
    needle, shown = json.dumps(hook.matcher, ensure_ascii=False), _short(hook.matcher)
    if why := problem(hook.matcher):
        message = f"the matcher {shown} is no regular expression (RE2): {_short(why)}"
        remedy = "Write one, such as `get_.*`, or leave the matcher out"
        yield Flaw(HOOKS_FILE, "hook-matcher", message, remedy, needle)
    elif hook.event not in _TOOL_EVENTS and hook.event in EVENTS and hook.matcher:
        message = f"the matcher {shown} has no effect: {hook.event} concerns no tool"
        yield Flaw(HOOKS_FILE, "hook-unmatched", message, "Leave the matcher out", needle, severity="warning")
    elif not any(hook.concerns(name) for name in (LOAD_SKILL, *(tool.name for tool in state.tools))):
        message = f"the matcher {shown} of a {hook.event} hook matches no tool: the hook never runs"
        remedy = "Write the name of a tool of this harness, or delete the hook"
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
    known = BUILTIN_OPTIONS.get(hook.builtin, frozenset())
    for name, value in hook.options.items():
        place = json.dumps(name, ensure_ascii=False)
        if name in known and not (isinstance(value, list) and all(isinstance(text, str) and text for text in value)):
            message = f"the option `{name}` of `{hook.builtin}` is no list of texts"
            yield Flaw(HOOKS_FILE, "hook-option", message, f'Write `{place}: ["...", "..."]`', place)
        elif name not in known and event is not None:
            message = f"`{hook.builtin}` has no option `{name}`: it has no effect"
            remedy = f"Write one of {', '.join(sorted(known))}" if known else "Delete it"
            yield Flaw(HOOKS_FILE, "hook-option", message, remedy, place, severity="warning")


def _short(text: str) -> str:
    return repr(text if len(text) <= 80 else f"{text[:77]}...")
