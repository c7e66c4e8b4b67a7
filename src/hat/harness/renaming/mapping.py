"""What a variant calls the things of its original."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hat.harness.state import HarnessState


@dataclass(frozen=True)
class NameMapping:
    """Names of the original -> names of the variant, for everything that is in both.

    `parameters` is keyed by the original tool name. `masked` are original names that the variant lacks, `injected`
    are names of the variant that the original lacks.
    """

    skills: Mapping[str, str] = field(default_factory=dict)
    tools: Mapping[str, str] = field(default_factory=dict)
    parameters: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    masked: frozenset[str] = frozenset()
    injected: frozenset[str] = frozenset()

    @classmethod
    def identity(cls, state: HarnessState) -> NameMapping:
        """Every name of a state stands for itself."""
        return cls(
            skills={skill.name: skill.name for skill in state.skills},
            tools={tool.name: tool.name for tool in state.tools},
            parameters={tool.name: {name: name for name in tool.parameters} for tool in state.tools},
        )

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> NameMapping:
        """Inverse of `to_json`."""
        return cls(
            skills=dict(data["skills"]),
            tools=dict(data["tools"]),
            parameters={tool: dict(names) for tool, names in data["parameters"].items()},
            masked=frozenset(data["masked"]),
            injected=frozenset(data["injected"]),
        )

    def to_json(self) -> dict[str, Any]:
        """As JSON data; equal mappings give equal data."""
        return {
            "skills": dict(self.skills),
            "tools": dict(self.tools),
            "parameters": {tool: dict(names) for tool, names in self.parameters.items()},
            "masked": sorted(self.masked),
            "injected": sorted(self.injected),
        }

    @property
    def shared_parameters(self) -> dict[str, str]:
        """Parameter names that every tool which has them renames alike: what a text that names no tool can mean."""
        found: dict[str, set[str]] = {}
        for names in self.parameters.values():
            for old, new in names.items():
                found.setdefault(old, set()).add(new)
        return {old: new for old, (new, *others) in found.items() if not others}

    def inverse(self) -> NameMapping:
        """Names of the variant -> names of the original."""
        return NameMapping(
            skills={new: old for old, new in self.skills.items()},
            tools={new: old for old, new in self.tools.items()},
            parameters={
                self.tools[tool]: {new: old for old, new in names.items()} for tool, names in self.parameters.items()
            },
            masked=self.injected,
            injected=self.masked,
        )

    def then(self, later: NameMapping) -> NameMapping:
        """This mapping followed by a renaming of its variant. Names that `later` does not list stay."""
        return NameMapping(
            skills={old: later.skills.get(new, new) for old, new in self.skills.items()},
            tools={old: later.tools.get(new, new) for old, new in self.tools.items()},
            parameters={
                tool: {old: later.parameters.get(self.tools[tool], {}).get(new, new) for old, new in names.items()}
                for tool, names in self.parameters.items()
            },
            masked=self.masked,
            injected=frozenset(later.tools.get(name, later.skills.get(name, name)) for name in self.injected),
        )

    def without(self, name: str) -> NameMapping:
        """This mapping after the original skill or tool `name` was masked."""
        return NameMapping(
            skills={old: new for old, new in self.skills.items() if old != name},
            tools={old: new for old, new in self.tools.items() if old != name},
            parameters={tool: names for tool, names in self.parameters.items() if tool != name},
            masked=self.masked | {name},
            injected=self.injected,
        )
