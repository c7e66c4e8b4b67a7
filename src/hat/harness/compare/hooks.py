"""Changes of hooks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hat.harness.compare.change import Change, changed, entries
from hat.harness.compare.wording import wording_risk
from hat.harness.format.hooks import by_event
from hat.harness.state import Hook


def compare_hooks(before: tuple[Hook, ...], after: tuple[Hook, ...]) -> Iterator[Change]:
    """Hooks added, removed, moved and changed; a hook is known by its event and what it runs."""
    yield from entries("hook", _named(before), _named(after), _compare)


def _named(hooks: tuple[Hook, ...]) -> dict[str, Hook]:
    """Hooks by event and what they run; where one runs twice on an event, the second has ` (2)` after its name."""
    named: dict[str, Hook] = {}
    counts: Counter[str] = Counter()
    for hook in by_event(hooks):
        name = f"{hook.event}: {hook.builtin or hook.command}"
        counts[name] += 1
        named[f"{name} ({counts[name]})" if counts[name] > 1 else name] = hook
    return named


def _compare(name: str, before: Hook, after: Hook) -> Iterator[Change]:
    yield from changed("hook", name, "matcher", before.matcher, after.matcher, "semantic")
    yield from changed("hook", name, "timeout", before.timeout, after.timeout, "semantic")
    yield from changed("hook", name, "options", before.options, after.options, "semantic")
    risk = wording_risk(before.message, after.message)
    yield from changed("hook", name, "message", before.message, after.message, risk)
