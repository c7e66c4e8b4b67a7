"""Renamed skills and tools: what they are stayed, the name did not."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace

from hat.harness.mention import rename_mentions
from hat.harness.state import HarnessState, Skill


@dataclass(frozen=True)
class Renames:
    """Old to new names of skills and tools that were renamed."""

    skills: Mapping[str, str]
    tools: Mapping[str, str]


def find_renames(before: HarnessState, after: HarnessState) -> Renames:
    """A tool was renamed when its implementation has another name now; a skill, when another has its kind and body."""
    return Renames(
        skills=_pairs(
            {s.name: (s.kind, _anonymous(s, before)) for s in before.skills},
            {s.name: (s.kind, _anonymous(s, after)) for s in after.skills},
        ),
        tools=_pairs({t.name: t.implementation for t in before.tools}, {t.name: t.implementation for t in after.tools}),
    )


def apply_renames(state: HarnessState, renames: Renames) -> HarnessState:
    """The state with renamed skills and tools, and their mentions in backticks, under the new names."""
    names = {**renames.skills, **renames.tools}
    return replace(
        state,
        prompt=tuple(replace(b, text=rename_mentions(b.text, names)) for b in state.prompt),
        skills=tuple(
            replace(
                s,
                name=names.get(s.name, s.name),
                description=rename_mentions(s.description, names),
                body=rename_mentions(s.body, names),
            )
            for s in state.skills
        ),
        tools=tuple(
            replace(t, name=names.get(t.name, t.name), description=rename_mentions(t.description, names))
            for t in state.tools
        ),
    )


def _anonymous(skill: Skill, state: HarnessState) -> str:
    """The body with every mention of a skill or tool made the same."""
    names = dict.fromkeys([*(s.name for s in state.skills), *(t.name for t in state.tools)], "*")
    return rename_mentions(skill.body, names)


def _pairs(before: Mapping[str, Hashable], after: Mapping[str, Hashable]) -> dict[str, str]:
    """Names that vanished, each with the one new name that stands for the same."""
    gone = {name: what for name, what in before.items() if name not in after}
    new = {name: what for name, what in after.items() if name not in before}
    pairs = {}
    for old, what in gone.items():
        matches = [name for name, other in new.items() if other == what]
        if len(matches) == 1 and list(gone.values()).count(what) == 1:
            pairs[old] = matches[0]
    return pairs
