"""A harness and its variant beside each other, part by part, with the words that differ marked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rapidfuzz.distance import LCSseq

from hat.harness.parts import parts
from hat.harness.state import HarnessState
from hat.hsa.variant import Variant

_TOKEN = re.compile(r"\s+|[\w-]+|[^\w\s]")
MOST = 20_000
"""Words of a part that are compared one by one; a longer part that changed is marked whole."""

Marked = tuple[tuple[str, bool], ...]
"""Text in pieces; True marks one that the other side has not."""

Key = tuple[str, str]


@dataclass(frozen=True)
class Row:
    """One part: `before` is empty when it was injected, `after` when it was masked."""

    kind: str
    name: str
    before: Marked
    after: Marked

    @property
    def changed(self) -> bool:
        """Whether anything differs."""
        return any(marked for _, marked in (*self.before, *self.after))


def side_by_side(original: HarnessState, variant: Variant) -> Iterator[Row]:
    """All parts of both, in the original's order, then what was injected; a part keeps its original's name."""
    names = variant.mapping.inverse()
    own = {"tool": names.tools, "skill": names.skills}
    before = _texts(original)
    after = {(kind, own.get(kind, {}).get(name, name)): text for (kind, name), text in _texts(variant.state).items()}
    for key in dict.fromkeys([*before, *after]):
        yield Row(*key, *_marked(before.get(key, ""), after.get(key, "")))


def _texts(state: HarnessState) -> dict[Key, str]:
    texts: dict[Key, str] = {(part.kind, part.name): part.text for part in parts(state)}
    texts |= {("limit", name): f"{limit.value:g}" for name, limit in state.limits.items()}
    for i, hook in enumerate(state.hooks, 1):
        options = f"\n{dict(hook.options)}" if hook.options else ""
        texts["hook", f"{i} {hook.event}"] = f"{hook.matcher}\n{hook.message}{options}".strip()
    return texts


def _marked(before: str, after: str) -> tuple[Marked, Marked]:
    if before == after:
        return ((before, False),), ((after, False),)
    old, new = _TOKEN.findall(before), _TOKEN.findall(after)
    if max(len(old), len(new)) > MOST:
        return ((before, True),), ((after, True),)
    left: list[tuple[str, bool]] = []
    right: list[tuple[str, bool]] = []
    for step in LCSseq.opcodes(old, new):
        pieces = old[step.src_start : step.src_end], new[step.dest_start : step.dest_end]
        for side, piece in zip((left, right), pieces, strict=True):
            if piece:
                side.append(("".join(piece), step.tag != "equal"))
    return tuple(left), tuple(right)
