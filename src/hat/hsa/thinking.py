"""Reading recorded thinking under a surface variant.

Thinking is `key: value` entries with `; ` between them. It quotes the harness: `skill:` and `tool:` a title, a
parameter its value, `rules:` the rules in force.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hat.agent.trajectory import Turn
from hat.harness.state import HarnessState, Rule, Skill, Tool, title
from hat.hsa.mentions import Renamer
from hat.hsa.variant import Variant
from hat.room.conduct import rules_in_force

_BETWEEN = "; "
_COLON = ": "


class Thinking:
    """Follows a trajectory; knows which skills (original names) were loaded so far."""

    def __init__(self, original: HarnessState, variant: Variant, renamer: Renamer) -> None:
        self.original, self.state, self.names, self.renamer = original, variant.state, variant.mapping, renamer
        self.titles = {
            "skill": _titles(original.skills, variant.state.skills, variant.mapping.skills),
            "tool": _titles(original.tools, variant.state.tools, variant.mapping.tools),
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
            text = self._parameters(text, call.name)
        entries = [self._title(entry) for entry in text.split(_BETWEEN)]
        return self.renamer.text(_BETWEEN.join(entries))

    def _title(self, entry: str) -> str:
        key, colon, value = entry.partition(_COLON)
        return key + colon + self.titles.get(key, {}).get(value, value)

    def _parameters(self, text: str, called: str) -> str:
        """The entries that name parameters of the called tool, renamed and in the order of its new schema."""
        new, tool = self.names.parameters.get(called, {}), self.state.tool(self.names.tools.get(called, called))
        entries = text.split(_BETWEEN)
        places = [i for i, entry in enumerate(entries) if entry.partition(_COLON)[0] in new]
        if tool is None:
            return text
        renamed = [(new[key], value) for key, _, value in (entries[i].partition(_COLON) for i in places)]
        renamed.sort(key=lambda entry: tool.parameters.index(entry[0]))
        for place, (key, value) in zip(places, renamed, strict=True):
            entries[place] = key + _COLON + value
        return _BETWEEN.join(entries)

    def _rules(self, text: str) -> str:
        """The rules in force in the order that the variant has them in; facts after them stay."""
        old = _quotes(self.original, self.loaded)
        new = _quotes(self.state, [self.names.skills[name] for name in self.loaded])
        return text.replace(_BETWEEN.join(old), _BETWEEN.join(new)) if old else text


def _quotes(state: HarnessState, loaded: Sequence[str]) -> list[str]:
    rules: tuple[Rule, ...] = rules_in_force(skill for name in loaded if (skill := state.skill(name)))
    return [f'{rule.kind} "{span}"' for rule in rules for span in rule.spans]


def _titles(old: Sequence[Skill | Tool], new: Sequence[Skill | Tool], names: Mapping[str, str]) -> dict[str, str]:
    """Titles of the original -> titles of the variant."""
    descriptions = {item.name: item.description for item in new}
    return {title(item.description): title(descriptions[names[item.name]]) for item in old if item.name in names}
