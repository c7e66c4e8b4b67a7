"""Renamed skills, tools and parameters: what they are stayed, the name did not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from hat.harness.renaming.mapping import NameMapping
from hat.harness.renaming.mentions import Renamer, rename
from hat.harness.state import HarnessState, Skill, Tool

LIKENESS = 0.5
"""The share of common words from which on two skills are one under two names."""


def find_renames(before: HarnessState, after: HarnessState) -> NameMapping:
    """What every skill, tool and parameter of the older state is called in the newer one; what is gone keeps its name.

    A tool was renamed when its implementation has another name now, a parameter when the implementation's own one has;
    a skill, when one of its kind has its words.
    """
    skills = _likest(
        {s.name: _words(s, before) for s in before.skills}, {s.name: _words(s, after) for s in after.skills}
    )
    tools = _likest(
        {t.name: frozenset([t.implementation]) for t in before.tools},
        {t.name: frozenset([t.implementation]) for t in after.tools},
    )
    return NameMapping(
        skills={s.name: skills.get(s.name, s.name) for s in before.skills},
        tools={t.name: tools.get(t.name, t.name) for t in before.tools},
        parameters={t.name: _parameters(t, after.tool(tools.get(t.name, t.name))) for t in before.tools},
    )


def mentioned_in(state: HarnessState, names: NameMapping) -> tuple[str, ...]:
    """What of a state, besides the renamed things themselves, mentions a name that changes: `skill small-talk`."""
    new = rename(state, names)
    pairs: list[tuple[str, object, object]] = [
        *((f"block {b.id}", b, other) for b, other in zip(state.prompt, new.prompt, strict=True)),
        *((f"skill {s.name}", s, replace(n, name=s.name)) for s, n in zip(state.skills, new.skills, strict=True)),
        *((f"tool {t.name}", _text(t), _text(n)) for t, n in zip(state.tools, new.tools, strict=True)),
        *((f"hook {h.event}", h, other) for h, other in zip(state.hooks, new.hooks, strict=True)),
    ]
    return tuple(dict.fromkeys(what for what, old, other in pairs if old != other))


def _text(tool: Tool) -> tuple[object, ...]:
    return tool.description, tool.annotations, tool.extra


def _parameters(before: Tool, after: Tool | None) -> dict[str, str]:
    """Shown names of parameters, then and now."""
    now = {after.parameter_names.get(name, name): name for name in after.parameters} if after else {}
    return {name: now.get(before.parameter_names.get(name, name), name) for name in before.parameters}


def _words(skill: Skill, state: HarnessState) -> frozenset[str]:
    """The words of the body with the skill's kind; mentions are made the same, the words of a phrase count twice."""
    words = Renamer(_starred(state)).text(skill.body).split()
    words += [f"{rule.kind} {word}" for rule in skill.rules for span in rule.spans for word in span.split()]
    return frozenset(f"{skill.kind} {word}" for word in words)


def _starred(state: HarnessState) -> NameMapping:
    return NameMapping(
        skills=dict.fromkeys((s.name for s in state.skills), "*"),
        tools=dict.fromkeys((t.name for t in state.tools), "*"),
    )


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
