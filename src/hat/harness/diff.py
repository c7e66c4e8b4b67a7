"""What changed from one harness to another, in meaning rather than in lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hat.harness.compare.blocks import compare_blocks, compare_numbers
from hat.harness.compare.change import Change, changed, entries
from hat.harness.compare.hooks import compare_hooks
from hat.harness.compare.renames import find_renames, mentioned_in
from hat.harness.compare.skills import compare_skills
from hat.harness.compare.tools import compare_tools
from hat.harness.renaming.mapping import NameMapping
from hat.harness.renaming.mentions import rename
from hat.harness.state import HarnessState


def diff(before: HarnessState, after: HarnessState) -> list[Change]:
    """All changes, each once; empty when the two states have the same digest.

    A renamed skill, tool or parameter is one change of risk `surface`, all its mentions included.
    """
    names = find_renames(before, after)
    old = rename(before, names)
    return [
        *changed("harness", after.name, "name", before.name, after.name, "surface"),
        *changed("harness", after.name, "version", before.version, after.version, "surface"),
        *changed("harness", after.name, "language", before.language, after.language, "semantic"),
        *changed("harness", after.name, "other fields", before.extra, after.extra, "surface"),
        *compare_numbers("limit", before.limits, after.limits),
        *entries("block", {b.id: b for b in old.prompt}, {b.id: b for b in after.prompt}, compare_blocks),
        *_renamed(before, names),
        *entries("skill", {s.name: s for s in old.skills}, {s.name: s for s in after.skills}, compare_skills),
        *entries("tool", {t.name: t for t in old.tools}, {t.name: t for t in after.tools}, compare_tools),
        *compare_hooks(old.hooks, after.hooks),
    ]


def _renamed(before: HarnessState, names: NameMapping) -> Iterator[Change]:
    unchanged = NameMapping.identity(before)
    for old, new in names.skills.items():
        if old != new:
            alone = replace(unchanged, skills={**unchanged.skills, old: new})
            yield Change("skill", new, "renamed", "surface", "name", old, new, mentioned_in(before, alone))
    for old, new in names.tools.items():
        if old != new:
            alone = replace(unchanged, tools={**unchanged.tools, old: new})
            yield Change("tool", new, "renamed", "surface", "name", old, new, mentioned_in(before, alone))
    for tool, parameters in names.parameters.items():
        for old, new in parameters.items():
            if old != new:
                alone = replace(
                    unchanged, parameters={**unchanged.parameters, tool: {**unchanged.parameters[tool], old: new}}
                )
                what = f"{names.tools[tool]}: {new}"
                yield Change("parameter", what, "renamed", "surface", "name", old, new, mentioned_in(before, alone))
