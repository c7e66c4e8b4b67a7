"""Reading recorded thinking under a surface variant.

Thinking is `key: value` entries with `; ` between them. `want:` quotes viewers and stays as it is. The others quote the
harness: `skill:` and `tool:` a description from the wanted words on or its title, `then:` a skill's name, `use:` a
tool's, `with:` the values of a call's arguments in their order, `rules:` the rules in force.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from hat.agent.loaded import rules_in_force
from hat.agent.trajectory import ToolCall, Turn
from hat.harness.renaming.mentions import Renamer
from hat.harness.state import HarnessState, Rule, Skill, Tool, quote, title
from hat.hsa.variant import Variant

_BETWEEN = "; "
_COLON = ": "


class Thinking:
    """Follows a trajectory; knows which skills (original names) were loaded so far."""

    def __init__(self, original: HarnessState, variant: Variant, renamer: Renamer) -> None:
        self.original, self.state, self.names, self.renamer = original, variant.state, variant.mapping, renamer
        self.quoted = {
            "then": variant.mapping.skills,
            "use": variant.mapping.tools,
        }
        self.described = {
            "skill": _descriptions(original.skills, variant.state.skills, variant.mapping.skills),
            "tool": _descriptions(original.tools, variant.state.tools, variant.mapping.tools),
        }
        self.loaded: list[str] = []

    def load(self, name: str) -> None:
        """Note that the skill of that original name was loaded."""
        self.loaded.append(name)

    def read(self, turn: Turn) -> str:
        """The thinking of a turn in the variant's titles, names and order."""
        text = turn.thinking
        if text.startswith("rules" + _COLON):
            return self._rules(text)
        for call in turn.calls:
            text = self._values(text, call)
        entries = text.split(_BETWEEN)
        wanted = next((entry.partition(_COLON)[2] for entry in entries if entry.startswith("want" + _COLON)), "")
        topics = wanted.split(" and ") if wanted else []
        return _BETWEEN.join(self._entry(entry, topics) for entry in entries)

    def _entry(self, entry: str, topics: Sequence[str]) -> str:
        key, colon, value = entry.partition(_COLON)
        if key == "want":
            return entry
        described = self.described.get(key, {}).items()
        quoted = next((quote(new, topics) for old, new in described if value in (quote(old, topics), title(old))), None)
        quoted = quoted or self.quoted.get(key, {}).get(value)
        return key + colon + quoted if quoted else self.renamer.text(entry)

    def _values(self, text: str, call: ToolCall) -> str:
        """The values of the call's arguments in the order of the called tool's new schema."""
        tool = self.state.tool(self.names.tools.get(call.name, call.name))
        if tool is None or call.arguments is None:
            return text
        new = self.names.parameters.get(call.name, {})
        arguments = sorted(call.arguments.items(), key=lambda item: _place(tool, new.get(item[0], item[0])))
        return text.replace(_listed(call.arguments.values()), _listed(value for _, value in arguments))

    def _rules(self, text: str) -> str:
        """The rules in force in the order that the variant has them in; facts after them stay."""
        old = _quotes(self.original, self.loaded)
        new = _quotes(self.state, [self.names.skills[name] for name in self.loaded])
        return text.replace(_BETWEEN.join(old), _BETWEEN.join(new)) if old else text


def _place(tool: Tool, parameter: str) -> int:
    """Where the parameter stands in the tool's schema; unknown ones come last."""
    return tool.parameters.index(parameter) if parameter in tool.parameters else len(tool.parameters)


def _listed(values: Iterable[Any]) -> str:
    return "with" + _COLON + ", ".join(map(str, values)) + _BETWEEN


def _quotes(state: HarnessState, loaded: Sequence[str]) -> list[str]:
    rules: tuple[Rule, ...] = rules_in_force(skill for name in loaded if (skill := state.skill(name)))
    return [f'{rule.kind} "{span}"' for rule in rules for span in rule.spans]


def _descriptions(old: Sequence[Skill | Tool], new: Sequence[Skill | Tool], names: Mapping[str, str]) -> dict[str, str]:
    """Descriptions of the original -> descriptions of the variant."""
    described = {item.name: item.description for item in new}
    return {i.description: described[names[i.name]] for i in old if i.name in names}
