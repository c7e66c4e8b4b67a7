"""Renamed skills and tools: what they are stayed, the name did not."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from hat.harness.mention import rename_mentions
from hat.harness.state import HarnessState, Skill

LIKENESS = 0.5
"""The share of common words from which on two skills are one under two names."""


@dataclass(frozen=True)
class Renames:
    """Old to new names of skills and tools that were renamed."""

    skills: Mapping[str, str]
    tools: Mapping[str, str]


def find_renames(before: HarnessState, after: HarnessState) -> Renames:
    """A tool was renamed when its implementation has another name now; a skill, when one of its kind has its words."""
    return Renames(
        skills=_likest(
            {s.name: _words(s, before) for s in before.skills}, {s.name: _words(s, after) for s in after.skills}
        ),
        tools=_likest(
            {t.name: frozenset([t.implementation]) for t in before.tools},
            {t.name: frozenset([t.implementation]) for t in after.tools},
        ),
    )


def apply_renames(state: HarnessState, renames: Renames) -> HarnessState:
    """The state with renamed skills and tools under the new names, also in backticks and in hooks' matchers."""
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
        hooks=tuple(
            replace(
                h,
                matcher=re.sub(r"[\w-]+", lambda word: renames.tools.get(word[0], word[0]), h.matcher),
                message=rename_mentions(h.message, names),
            )
            for h in state.hooks
        ),
    )


def _words(skill: Skill, state: HarnessState) -> frozenset[str]:
    """The words of the body with the skill's kind; mentions are made the same, the words of a phrase count twice."""
    names = dict.fromkeys([*(s.name for s in state.skills), *(t.name for t in state.tools)], "*")
    words = rename_mentions(skill.body, names).split()
    words += [f"{rule.kind} {word}" for rule in skill.rules for span in rule.spans for word in span.split()]
    return frozenset(f"{skill.kind} {word}" for word in words)


def _likest(before: Mapping[str, frozenset[str]], after: Mapping[str, frozenset[str]]) -> dict[str, str]:
    """Names that vanished, each with the new name whose words are most like its own; the likest pairs first."""
    gone, new = before.keys() - after.keys(), after.keys() - before.keys()
    pairs = [(_likeness(before[old], after[name]), old, name) for old in gone for name in new]
    found: dict[str, str] = {}
    for likeness, old, name in sorted(pairs, reverse=True):
        if likeness >= LIKENESS and old not in found and name not in found.values():
            found[old] = name
    return found


def _likeness(before: frozenset[str], after: frozenset[str]) -> float:
    return len(before & after) / max(1, len(before | after))
