"""A change between two harness states, with its risk."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

Subject = Literal["harness", "limit", "block", "value", "skill", "rule", "tool", "parameter", "hook", "script"]
Action = Literal["added", "removed", "renamed", "moved", "changed"]
Risk = Literal["surface", "semantic"]
"""`surface`: another look of the same harness. `semantic`: the agent should now act differently."""

SUITES = ("live_stream_qa", "harness_variant_qa", "robustness")
"""The evaluation suites that read the harness."""

_NOISY = ("tool", "parameter", "hook", "script", "block", "value", "limit")
"""What the robustness suite perturbs or leans on."""

T = TypeVar("T")


@dataclass(frozen=True)
class Change:
    """One difference. `name` names the changed thing in the newer state, `field` the part of it that changed.

    `mentions` is what else names a renamed thing and follows it.
    """

    subject: Subject
    name: str
    action: Action
    risk: Risk
    field: str = ""
    before: str = ""
    after: str = ""
    mentions: tuple[str, ...] = ()

    @property
    def suites(self) -> tuple[str, ...]:
        """The evaluation suites whose scores the change may move: those to run again."""
        if self.subject == "harness" and self.risk == "surface":
            return ()
        suites = ["live_stream_qa"] if self.risk == "semantic" else []
        suites.append("harness_variant_qa")
        return (*suites, "robustness") if self.subject in _NOISY else tuple(suites)


def changed(subject: Subject, name: str, field: str, before: Any, after: Any, risk: Risk) -> Iterator[Change]:
    """A change of one field, when there is one."""
    if before != after:
        yield Change(subject, name, "changed", risk, field, str(before), str(after))


def entries(
    subject: Subject,
    before: Mapping[str, T],
    after: Mapping[str, T],
    compare: Callable[[str, T, T], Iterator[Change]],
    prefix: str = "",
) -> Iterator[Change]:
    """Entries that were added, removed, moved among the ones that stayed, and what `compare` says of those."""
    for name in before:
        if name not in after:
            yield Change(subject, prefix + name, "removed", "semantic")
    for name in after:
        if name not in before:
            yield Change(subject, prefix + name, "added", "semantic")
        else:
            yield from compare(prefix + name, before[name], after[name])
    old, new = [n for n in before if n in after], [n for n in after if n in before]
    if old != new:
        yield Change(subject, prefix.rstrip(": "), "moved", "surface", "order", ", ".join(old), ", ".join(new))
