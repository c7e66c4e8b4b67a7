"""Changes of the rules of one skill."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from typing import Any

from hat.harness.compare.change import Change
from hat.harness.compare.wording import wording_risk
from hat.harness.state import Rule

_LIKENESS: tuple[Callable[[Rule], Any], ...] = (
    lambda rule: rule,
    lambda rule: (rule.kind, rule.text),
    lambda rule: (rule.kind, rule.spans) if rule.spans else object(),
    lambda rule: rule.kind if rule.kind else object(),
)
"""What makes two rules the same one, from strict to loose."""


def compare_rules(skill: str, before: tuple[Rule, ...], after: tuple[Rule, ...]) -> Iterator[Change]:
    """Rules removed, added, changed and moved. Each old rule is matched with the new rule that is most like it."""
    matches = _match(before, after)
    for i, rule in enumerate(before):
        if i not in matches:
            yield Change("rule", skill, "removed", "semantic", before=rule.line)
    kept = set(matches.values())
    for j, rule in enumerate(after):
        if j not in kept:
            yield Change("rule", skill, "added", "semantic", after=rule.line)
    for i, j in matches.items():
        old, new = before[i], after[j]
        if old != new:
            risk = wording_risk(old.text, new.text) if old.kind == new.kind else "semantic"
            yield Change("rule", skill, "changed", risk, before=old.line, after=new.line)
    order = [matches[i] for i in sorted(matches)]
    if order != sorted(order):
        old_lines = "\n".join(before[i].line for i in sorted(matches))
        new_lines = "\n".join(after[j].line for j in sorted(order))
        yield Change("rule", skill, "moved", "surface", "order", old_lines, new_lines)


def _match(before: tuple[Rule, ...], after: tuple[Rule, ...]) -> dict[int, int]:
    """Places of old rules to places of new ones, each at most once."""
    matches: dict[int, int] = {}
    taken: set[int] = set()
    for like in _LIKENESS:
        free: dict[Any, deque[int]] = defaultdict(deque)
        for j, new in enumerate(after):
            if j not in taken:
                free[like(new)].append(j)
        for i, old in enumerate(before):
            if i not in matches and (places := free.get(like(old))):
                matches[i] = places.popleft()
                taken.add(matches[i])
    return matches
