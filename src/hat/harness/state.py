"""The harness state: an immutable value that names everything the model reads and everything that guards it.

Nothing here touches files (`load`, `save`) or text for the model (`render`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, Literal

from hat.harness.matcher import matches

SkillKind = Literal["reply", "strategy"]
HookEvent = Literal["UserPromptSubmit", "PreToolUse", "PostToolUse", "PostToolUseFailure", "Stop"]

LOAD_SKILL = "load_skill"
"""Name of the built-in tool that discloses a skill's body. Harness tools may not take it."""

_NOTES = re.compile(r"<!--\s{0,20}rule:(?P<notes>[^>]{0,200})-->\Z")
_SPAN = re.compile(r'"([^"]+)"|`([^`]+)`')


@dataclass(frozen=True)
class Rule:
    """One list item of a skill's body.

    `- Open with "Hi fam!" <!-- rule: open; keep -->` has text `Open with "Hi fam!"`, kind `open`, keep `True`.
    Kinds that the rule judge can check: `open`, `close`, `mention`, `avoid`. A rule without a kind is read by the
    model and by model judges only. `keep` says that augmentation must not mask it.
    """

    text: str
    kind: str | None = None
    keep: bool = False

    @cached_property
    def spans(self) -> tuple[str, ...]:
        """The quoted phrases and code spans of the text, in order; they are copied byte for byte by every transform."""
        return tuple(a or b for a, b in _SPAN.findall(self.text))

    @property
    def line(self) -> str:
        """The Markdown line of this rule, note included."""
        notes = "; ".join(n for n in (self.kind, "keep" if self.keep else None) if n)
        return f"- {self.text}" + (f" <!-- rule: {notes} -->" if notes else "")


@lru_cache(4096)
def parse_rule(line: str) -> Rule | None:
    """The rule on a Markdown line, or None when the line is no top-level list item."""
    if not line.startswith(("- ", "* ")):
        return None
    item = line[2:].rstrip()
    match = _NOTES.search(item)
    text, listed = (item[: match.start()], match["notes"]) if match else (item, "")
    notes = [n.strip() for n in listed.split(";") if n.strip()]
    kinds = [n for n in notes if n != "keep"]
    return Rule(text=text.strip(), kind=kinds[0] if kinds else None, keep="keep" in notes)


@dataclass(frozen=True)
class Skill:
    """An Agent Skill: the prompt lists name and description, `load_skill` returns the body.

    By convention a description ends in `: <title>`, a few words that name the skill; see `title`.
    """

    name: str
    description: str
    kind: SkillKind
    body: str
    extra: Mapping[str, Any] = field(default_factory=dict)
    """Front-matter keys that HAT does not read; kept for the round trip."""

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """The rules of the body, in order."""
        return tuple(rule for line in self.body.splitlines() if (rule := parse_rule(line)))

    def with_rules(self, rules: tuple[Rule, ...]) -> Skill:
        """This skill with other rules, in the places of the present ones, in order; the rest of the body stays."""
        lines, pending, last = [], list(rules), 0
        for line in self.body.splitlines():
            if parse_rule(line) is None:
                lines.append(line)
            elif pending:
                lines.append(pending.pop(0).line)
                last = len(lines)
        lines[last:last] = [rule.line for rule in pending]
        return replace(self, body="\n".join(lines) + "\n")


@dataclass(frozen=True)
class Tool:
    """An MCP tool. `implementation` names what serves it (`_meta`), so that the tool itself can be renamed.

    Renamed parameters: `parameter_names` maps a name in `input_schema` to the implementation's own name
    (absent = the same).
    """

    name: str
    description: str
    input_schema: Mapping[str, Any]
    implementation: str
    output_schema: Mapping[str, Any] | None = None
    annotations: Mapping[str, Any] | None = None
    parameter_names: Mapping[str, str] = field(default_factory=dict)
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def parameters(self) -> tuple[str, ...]:
        """Top-level parameter names, in schema order."""
        return tuple(self.input_schema.get("properties", {}))


@dataclass(frozen=True)
class Limit:
    """A number that may vary within `low..high`."""

    value: float | int
    low: float | int
    high: float | int


@dataclass(frozen=True)
class PromptBlock:
    """One block of the system prompt. `{name}` in the text stands for `values[name]`.

    On disk a value is written `{max_sentences: 3 | 2..5}` at its first place and `{max_sentences}` after it.
    """

    id: str
    text: str
    movable: bool = True
    values: Mapping[str, Limit] = field(default_factory=dict)
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Hook:
    """A guard on an event. Exactly one of `builtin` and `command` is set; `matcher` is a pattern of tool names.

    `message` is what the model reads when the hook objects, with `{name}` parts filled by a built-in one; empty: the
    built-in's default, or the command's own reason.
    """

    event: HookEvent
    matcher: str = ""
    builtin: str | None = None
    command: str | None = None
    timeout: float = 5.0
    message: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)

    def concerns(self, tool: str) -> bool:
        """Whether the matcher matches the name of a tool. Raises ValueError when it is none."""
        return matches(self.matcher, tool)


@dataclass(frozen=True)
class HarnessState:
    """A whole harness. Equal content has equal digest, whatever the order in which files were read.

    The orders of `prompt`, `skills` and `tools` are content; of `hooks`, only the order within an event.
    """

    name: str
    version: str
    language: str
    limits: Mapping[str, Limit]
    prompt: tuple[PromptBlock, ...]
    skills: tuple[Skill, ...]
    tools: tuple[Tool, ...]
    hooks: tuple[Hook, ...]
    scripts: Mapping[str, str] = field(default_factory=dict)
    """The files that command hooks find beside them: text by file name."""
    extra: Mapping[str, Any] = field(default_factory=dict)

    def skill(self, name: str) -> Skill | None:
        """The skill of that name, or None."""
        return next((s for s in self.skills if s.name == name), None)

    def tool(self, name: str) -> Tool | None:
        """The tool of that name, or None."""
        return next((t for t in self.tools if t.name == name), None)

    def limit(self, name: str) -> float | int:
        """The value of a runtime limit (`harness.yaml`)."""
        return self.limits[name].value


QUOTE_WORDS = 24
"""A note quotes no more words of a description."""


def title(description: str) -> str:
    """The few words that name a skill or tool: what follows the description's last `: `, else its last four words."""
    head, sep, tail = description.strip().rstrip(".").rpartition(": ")
    return tail if sep else " ".join(head.split()[-4:] or tail.split()[-4:])


def quote(description: str, topics: Iterable[str]) -> str:
    """What a note quotes of a description: from the first topic that stands in it to the end, else its title.

    Quoting on is copying, which a small model does well; to jump from a word to the title behind it is not. A quote of
    more than `QUOTE_WORDS` words is no note: then the title stands alone.
    """
    text = description.strip().rstrip(".")
    for topic in topics:
        found = re.search(rf"(?<!\w){re.escape(topic)}(?!\w)", text)
        if found and len(text[found.start() :].split()) <= QUOTE_WORDS:
            return text[found.start() :]
    return title(description)
