"""Keys that HAT does not read but that look like one that it does: `moveable` for `movable`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rapidfuzz import fuzz, process

from hat.harness.checks.flaw import Flaw, block_file, skill_file, tool_file
from hat.harness.format.manifest import MANIFEST
from hat.harness.state import HarnessState

LIKE = 80
"""From this likeness on, in percent, a key is taken for a misspelt one."""


def check_keys(state: HarnessState) -> Iterator[Flaw]:
    """The keys that each file has beyond those of its format."""
    yield from _misspelt(MANIFEST, state.extra, ("name", "version", "language", "limits", "order"))
    for block in state.prompt:
        yield from _misspelt(block_file(block.id), block.extra, ("id", "movable"))
    for skill in state.skills:
        yield from _misspelt(skill_file(skill.name), skill.extra, ("name", "description", "metadata"))
        yield from _misspelt(skill_file(skill.name), skill.extra.get("metadata", {}), ("kind",))
    for tool in state.tools:
        yield from _misspelt(tool_file(tool.name), tool.extra, ("inputSchema", "outputSchema", "annotations", "_meta"))


def _misspelt(file: str, extra: Mapping[str, Any], known: tuple[str, ...]) -> Iterator[Flaw]:
    for key in extra:
        if key not in known and (near := process.extractOne(key, known, scorer=fuzz.ratio, score_cutoff=LIKE)):
            yield Flaw(file, "key", f"`{key}` is not read", f"Did you mean `{near[0]}`?", key, severity="warning")
