"""Hooks at run time: which ones an event concerns, and what they decide.

A hook can only allow or block. One that crashes, hangs or prints nonsense is recorded as `failed` and changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from hat.agent.builtin_hooks import BUILTIN
from hat.agent.command_hook import run_command
from hat.agent.event import Event
from hat.agent.trajectory import HookOutcome
from hat.harness.state import Hook


def run_hooks(event: Event) -> tuple[HookOutcome, ...]:
    """Outcomes of the hooks that the event concerns, in the harness's order, up to the first that blocks."""
    outcomes: list[HookOutcome] = []
    for hook in event.state.hooks:
        if hook.event != event.name or not (event.call is None or hook.concerns(event.call.name)):
            continue
        outcomes.append(_run(hook, event))
        if outcomes[-1].decision == "block":
            break
    return tuple(outcomes)


def objection(outcomes: Sequence[HookOutcome]) -> str | None:
    """The message of the hook that blocked, or None."""
    return next((o.message for o in outcomes if o.decision == "block"), None)


def _run(hook: Hook, event: Event) -> HookOutcome:
    if hook.command is not None:
        return run_command(hook, hook.command, event.name, event.payload(), event.state.scripts)
    name = hook.builtin or ""
    try:
        message = BUILTIN[name](hook, event)
    except Exception as error:
        return HookOutcome(event.name, name, "failed", f"{type(error).__name__}: {error}")
    return HookOutcome(event.name, name, "allow" if message is None else "block", message or "")
