"""Which parameters of tools may get new names, and which must get the same one in all tools."""

from __future__ import annotations

import re
from collections.abc import Callable

from hat.harness.renaming import spans
from hat.harness.renaming.mapping import NameMapping
from hat.harness.renaming.mentions import is_identifier
from hat.harness.state import HarnessState
from hat.harness.strings import strings
from hat.hsa.masking import named
from hat.hsa.texts import WORD

_CODE = re.compile(spans.CODE, re.DOTALL)
_IN_QUOTES = re.compile(r"'(\w+)'")


def rename_parameters(state: HarnessState, propose: Callable[[str], str], alike: bool) -> NameMapping:
    """A renaming of parameters: one name in all tools if `alike` or if a text could mean any of them.

    Where a word could be a parameter and something else, the parameter keeps its name.
    """
    texts = ["\n".join(strings(part)) for part in (*state.prompt, *state.skills, *state.hooks)]
    mentioned = {word for text in texts for word in _words(text)}
    fixed = _ambiguous(state, texts)
    chosen: dict[tuple[str, str], str] = {}
    parameters: dict[str, dict[str, str]] = {}
    for tool in state.tools:
        quoted = set(_IN_QUOTES.findall("\n".join(strings((tool.description, tool.input_schema)))))
        parameters[tool.name] = {}
        for name in tool.parameters:
            key = ("" if alike or name in mentioned else tool.name, name)
            if name in fixed or (name in quoted and not is_identifier(name)):
                parameters[tool.name][name] = name
                continue
            chosen[key] = chosen[key] if key in chosen else propose(name)
            parameters[tool.name][name] = chosen[key]
    return NameMapping(tools={tool.name: tool.name for tool in state.tools}, parameters=parameters)


def _words(text: str) -> set[str]:
    """The words of a text that can be mentions: all in code, elsewhere those that cannot be plain language."""
    return _coded(text) | {word for word in WORD.findall(text) if is_identifier(word)}


def _coded(text: str) -> set[str]:
    return set(WORD.findall(" ".join(_CODE.findall(text))))


def _ambiguous(state: HarnessState, texts: list[str]) -> set[str]:
    """Plain words that stand in code in a text that names no tool which has them as parameters."""
    having: dict[str, set[str]] = {}
    for tool in state.tools:
        for name in tool.parameters:
            if not is_identifier(name):
                having.setdefault(name, set()).add(tool.name)
    found = set()
    for text in texts:
        names = named(text)
        found |= {word for word in _coded(text) & set(having) if not having[word] & names}
    return found
