"""What changed from one harness to another, in meaning rather than in lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hat.harness.compare.blocks import compare_blocks, compare_numbers
from hat.harness.compare.change import Change, Subject, changed, entries
from hat.harness.compare.hooks import compare_hooks
from hat.harness.compare.renames import apply_renames, find_renames
from hat.harness.compare.skills import compare_skills
from hat.harness.compare.tools import compare_tools
from hat.harness.state import HarnessState


def diff(before: HarnessState, after: HarnessState) -> list[Change]:
    """All changes, each once; empty when the two states have the same digest.

    A renamed skill or tool is one change of risk `surface`, its mentions in backticks included.
    """
    renames = find_renames(before, after)
    old = apply_renames(before, renames)
    return [
        *changed("harness", after.name, "name", before.name, after.name, "surface"),
        *changed("harness", after.name, "version", before.version, after.version, "surface"),
        *changed("harness", after.name, "language", before.language, after.language, "semantic"),
        *changed("harness", after.name, "other fields", before.extra, after.extra, "surface"),
        *compare_numbers("limit", before.limits, after.limits),
        *entries("block", {b.id: b for b in old.prompt}, {b.id: b for b in after.prompt}, compare_blocks),
        *_renamed("skill", renames.skills),
        *entries("skill", {s.name: s for s in old.skills}, {s.name: s for s in after.skills}, compare_skills),
        *_renamed("tool", renames.tools),
        *entries("tool", {t.name: t for t in old.tools}, {t.name: t for t in after.tools}, compare_tools),
        *compare_hooks(old.hooks, after.hooks),
    ]


def _renamed(subject: Subject, names: Mapping[str, str]) -> Iterator[Change]:
    for old, new in names.items():
        yield Change(subject, new, "renamed", "surface", "name", old, new)
