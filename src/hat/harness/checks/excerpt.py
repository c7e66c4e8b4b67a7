"""The first faults of each kind: a file that is wrong thousands of times over is told so within seconds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from hat.errors import Fault, Severity
from hat.harness.checks.flaw import Flaw

MANY = 200
"""So many faults of one kind in one file are told one by one."""

T = TypeVar("T", Fault, Flaw)


def excerpt(found: Iterable[T]) -> list[T]:
    """What was found; of one kind in one file, the first `MANY`, and in place of the next how many more there are."""
    told: list[T] = []
    further: dict[tuple[str, str, Severity], int] = {}
    counts: Counter[tuple[str, str, Severity]] = Counter()
    for item in found:
        counts[item.kind] += 1
        if counts[item.kind] == MANY + 1:
            further[item.kind] = len(told)
        if counts[item.kind] <= MANY + 1:
            told.append(item)
    for kind, place in further.items():
        more = f"{counts[kind] - MANY} more of this kind, of which this is the first"
        told[place] = replace(told[place], message=more, remedy="Correct the others first")
    return told
