"""Random tools: one for each group of a topic."""

from __future__ import annotations

import random
from dataclasses import dataclass

from hat.harness.state import LOAD_SKILL, Tool
from hat.micro.synthetic.naming import Names, noisy, some_title
from hat.micro.synthetic.things import Key, Thing
from hat.micro.synthetic.topics import Group
from hat.micro.words import WORDS, nonsense

_VERBS = ("get", "check", "find", "read", "look", "show")


@dataclass(frozen=True)
class ToolMaker:
    """How one harness names its tools: `separator` between words, `key` for the parameter that says which thing."""

    thing: Thing
    names: Names
    separator: str
    titled_by_noun: bool
    key: str
    rng: random.Random

    def make(self, index: int, group: Group) -> Tool:
        """The tool of group `index`; its implementation is `g<index>`."""
        noun, names = self.thing.noun, [attribute.name for attribute in group.attributes]
        verb = self.rng.choice(_VERBS)
        lead = self._lead(group)
        title = f"{noun} {names[0]}" if self.titled_by_noun else some_title(names, self.rng)
        parameters = self._parameters(group)
        properties = {name: {"type": kind} for name, (_, kind) in parameters.items()}
        schema = {"type": "object", "properties": properties, "required": list(properties)}
        name = self.names.fresh([verb, *names[0].split()], self.separator)
        originals = {name: original for name, (original, _) in parameters.items()}
        description = f"{noisy(lead, self.rng)}: {title}"
        return Tool(name, description, schema, f"g{index}", parameter_names=originals)

    def _lead(self, group: Group) -> str:
        noun = self.thing.noun
        subject = " and ".join(attribute.described(self.rng) for attribute in group.attributes)
        return self.rng.choice(
            [
                f"The {subject} of a {noun}",
                f"{subject.capitalize()} for one {noun}",
                f"Tells the {subject}",
                f"What {subject} a {noun} has",
                f"Looks up {subject} of the {noun}",
            ]
        )

    def _parameters(self, group: Group) -> dict[str, tuple[str, str]]:
        """Parameter names, each with its original name and JSON type."""
        key = self.key if self.rng.random() < 0.6 else self.names.fresh([self.thing.noun, "no"], "_")
        digits = self.thing.key != "name"
        as_number = digits and (self.thing.key == "number") == (self.rng.random() < 0.8)
        parameters = {key: ("key", "integer" if as_number else "string")}
        if group.second:
            second = group.second
            if second == key or self.rng.random() < 0.25:
                second = self.names.fresh([second, self.rng.choice(WORDS)], "_")
            parameters[second] = ("second", "string")
        return parameters


def arguments(tool: Tool, key: Key, second: str | None) -> dict[str, Key | None]:
    """A call's arguments; the key is written as the tool's schema wants it, number or text."""
    first = next(iter(tool.parameters))
    typed = str(key) if tool.input_schema["properties"][first]["type"] == "string" else key
    return dict(zip(tool.parameters, (typed, second), strict=False))


def some_tool_maker(thing: Thing, rng: random.Random) -> ToolMaker:
    """The random habits of one harness."""
    separator = rng.choice("_-_")
    titled_by_noun = rng.random() < 0.45
    key = _some_key(thing.noun, rng)
    return ToolMaker(thing, Names(rng, {LOAD_SKILL, key}), separator, titled_by_noun, key, rng)


def _some_key(noun: str, rng: random.Random) -> str:
    if rng.random() < 0.5:
        return noun
    return rng.choice([f"{noun}_id", "id", "number", nonsense(rng), rng.choice(WORDS)])
