"""A harness and its variant beside each other, part by part, with the words that differ marked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

from hat.harness.parts import parts
from hat.harness.state import HarnessState
from hat.hsa.variant import Variant

_TOKEN = re.compile(r"\s+|[\w-]+|[^\w\s]")

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
        old, new = _TOKEN.findall(before.get(key, "")), _TOKEN.findall(after.get(key, ""))
        yield Row(*key, *_marked(old, new))


def _texts(state: HarnessState) -> dict[Key, str]:
    texts: dict[Key, str] = {(part.kind, part.name): part.text for part in parts(state)}
    texts |= {("limit", name): f"{limit.value:g}" for name, limit in state.limits.items()}
    for i, hook in enumerate(state.hooks, 1):
        options = f"\n{dict(hook.options)}" if hook.options else ""
        texts["hook", f"{i} {hook.event}"] = f"{hook.matcher}\n{hook.message}{options}".strip()
    return texts


def _marked(old: list[str], new: list[str]) -> tuple[Marked, Marked]:
    left: list[tuple[str, bool]] = []
    right: list[tuple[str, bool]] = []
    for action, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        for side, piece in ((left, old[a:b]), (right, new[c:d])):
            if piece:
                side.append(("".join(piece), action != "equal"))
    return tuple(left), tuple(right)
