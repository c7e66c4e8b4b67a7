"""Reference-true renaming: every mention of a name, and nothing else.

A mention is
- a name where the harness has names: of skills and tools, keys and `required` of an input schema, alternatives of a
  hook's matcher, words of its command and options;
- in running text, a whole word that cannot be plain language (it has `_`, `-`, a digit or an inner capital);
- in a code span, such a word; also a plain word when it is the whole span, or a parameter in a call of its tool.

Quoted phrases, URLs, placeholders and notes are never touched.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hat.harness.matcher import NOTHING, matches
from hat.harness.renaming import spans
from hat.harness.renaming.mapping import NameMapping
from hat.harness.renaming.schema import rename_schema
from hat.harness.state import LOAD_SKILL, HarnessState, Hook, Tool

_PLAIN = re.compile(r"[A-Z]?[a-z]*|[A-Z]+")
_CALL = re.compile(r"`+\s*([\w.-]+)\s*\((.*)\)\s*`+", re.DOTALL)
_MATCHER = re.compile(r"[\w|()^$ -]*")
_TOKEN = re.compile(r"(?<![\w/.{-])\w(?:[\w./-]*\w)?(?![\w/}-])")


def is_identifier(name: str) -> bool:
    """Whether a word cannot be plain language."""
    return not _PLAIN.fullmatch(name)


class _Table:
    """New names by old ones: all of them, and those that cannot be plain language."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.all = names
        self.identifiers = {old: new for old, new in names.items() if is_identifier(old)}


class Renamer:
    """Replaces mentions by a mapping; one for all texts of a harness. The mapping lists all of its tools."""

    def __init__(self, names: NameMapping) -> None:
        self.names = names
        self._tools = {LOAD_SKILL: LOAD_SKILL, **names.tools}
        self._entries = {**names.skills, **names.tools}
        self._tables = {tool: _Table({**self._entries, **parameters}) for tool, parameters in names.parameters.items()}
        self._shared = _Table({**names.shared_parameters, **self._entries})

    def text(self, text: str, tool: str | None = None) -> str:
        """The text with its mentions replaced. In a text of a `tool`, parameters are that tool's."""
        table = self._tables.get(tool, self._shared) if tool else self._shared
        if not any(name in text for name in (table.all if "`" in text else table.identifiers)):
            return text
        return spans.change(text, lambda prose: _replace(prose, table.identifiers), lambda s: self._code(s, table))

    def leaves(self, value: Any) -> Any:
        """Data whose string values (not keys) have their mentions replaced; a string that is a name is one."""
        if isinstance(value, str):
            return self._entries.get(value) or self.text(value)
        if isinstance(value, Mapping):
            return {key: self.leaves(item) for key, item in value.items()}
        return [self.leaves(item) for item in value] if isinstance(value, list | tuple) else value

    def matcher(self, matcher: str) -> str:
        """A hook's matcher that matches the new names of the tools that it matched, and no others."""
        if matcher in ("", "*"):
            return matcher
        tools = self._tools
        if _MATCHER.fullmatch(matcher):
            return re.sub(r"[\w-]+", lambda word: tools.get(word[0], word[0]), matcher)
        matched = {old for old in tools if matches(matcher, old)}
        if matched == {old for old, new in tools.items() if matches(matcher, new)}:
            return matcher
        return "|".join(re.escape(tools[old]) for old in tools if old in matched) or NOTHING

    def _code(self, span: str, table: _Table) -> str:
        bare = span.strip("`")
        if bare in table.all:
            return span.replace(bare, table.all[bare])
        call = _CALL.fullmatch(span)
        if not call or call[1] not in self.names.tools:
            return _replace(span, table.identifiers)
        arguments = spans.change(call[2], lambda part: _replace(part, self._tables[call[1]].all))
        name = self.names.tools[call[1]]
        return span[: call.start(1)] + name + span[call.end(1) : call.start(2)] + arguments + span[call.end(2) :]


def rename(state: HarnessState, names: NameMapping) -> HarnessState:
    """The state with skills, tools and parameters renamed wherever they are mentioned. `Tool.implementation` stays."""
    renamer = Renamer(names)
    return replace(
        state,
        prompt=tuple(replace(b, text=renamer.text(b.text), extra=renamer.leaves(b.extra)) for b in state.prompt),
        skills=tuple(
            replace(
                skill,
                name=names.skills.get(skill.name, skill.name),
                description=renamer.text(skill.description),
                body=renamer.text(skill.body),
                extra=renamer.leaves(skill.extra),
            )
            for skill in state.skills
        ),
        tools=tuple(_rename_tool(tool, names, renamer) for tool in state.tools),
        hooks=tuple(_rename_hook(hook, renamer) for hook in state.hooks),
        extra=renamer.leaves(state.extra),
    )


def _rename_tool(tool: Tool, names: NameMapping, renamer: Renamer) -> Tool:
    parameters = names.parameters.get(tool.name, {})
    served = {
        parameters.get(name, name): tool.parameter_names.get(name, name)
        for name in (*tool.parameters, *tool.parameter_names)
    }

    def text(value: str) -> str:
        return renamer.text(value, tool.name)

    return replace(
        tool,
        name=names.tools.get(tool.name, tool.name),
        description=text(tool.description),
        input_schema=rename_schema(tool.input_schema, parameters, text),
        output_schema=tool.output_schema and rename_schema(tool.output_schema, {}, text),
        annotations=tool.annotations and renamer.leaves(tool.annotations),
        extra=renamer.leaves(tool.extra),
        parameter_names={shown: real for shown, real in served.items() if shown != real},
    )


def _rename_hook(hook: Hook, renamer: Renamer) -> Hook:
    return replace(
        hook,
        matcher=renamer.matcher(hook.matcher),
        command=hook.command and renamer.text(hook.command),
        message=renamer.text(hook.message),
        options=renamer.leaves(hook.options),
    )


def _replace(text: str, table: Mapping[str, str]) -> str:
    """The text with whole words replaced: not within a longer name, a path or a domain. `a/b` may be two names."""
    if not any(name in text for name in table):
        return text

    def other(match: re.Match[str]) -> str:
        parts = match[0].split("/")
        known = all(part in table for part in parts)
        return "/".join(table[part] for part in parts) if known else match[0]

    return _TOKEN.sub(other, text)
