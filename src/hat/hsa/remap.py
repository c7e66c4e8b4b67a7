"""Reading a recorded trajectory as it would have gone under a surface variant."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from hat.agent.trajectory import HookOutcome, Step, ToolCall, ToolResult, Turn
from hat.harness.renaming.mentions import Renamer
from hat.harness.render import skill_text
from hat.harness.state import LOAD_SKILL, HarnessState, Hook
from hat.hsa.thinking import Thinking
from hat.hsa.variant import Variant

_ESCAPED_FILL = re.compile(r"\\\{(\w+)\\\}")
_FILL = re.compile(r"\{(\w+)\}")


def remap(steps: Sequence[Step], original: HarnessState, variant: Variant) -> tuple[Step, ...]:
    """The steps of a trajectory under `original` as steps under a surface variant of it.

    Calls, skill arguments, disclosed skills, titles, parameters and rules in the thinking, hook messages and every
    other mention get the variant's names, words and order; what viewers read stays. Turns come without ids and
    log-probabilities: these belong to the recorded text, so tokenise anew.
    """
    reader = _Reader(original, variant)
    return tuple(reader.step(step) for step in steps)


class _Reader:
    def __init__(self, original: HarnessState, variant: Variant) -> None:
        self.state, self.names = variant.state, variant.mapping
        self.renamer = Renamer(variant.mapping)
        self.thinking = Thinking(original, variant, self.renamer)
        self.messages = _messages(original.hooks, variant.state.hooks)

    def step(self, step: Step) -> Step:
        turn = Turn((), (), self.thinking.read(step.turn), step.turn.content, tuple(map(self.call, step.turn.calls)))
        return replace(
            step,
            turn=turn,
            results=tuple(map(self.result, step.results)),
            feedback=step.feedback and self.message(step.feedback),
            hooks=tuple(map(self.outcome, step.hooks)),
        )

    def call(self, call: ToolCall) -> ToolCall:
        if call.arguments is None:
            return call
        if call.name == LOAD_SKILL:
            return replace(call, arguments={k: self.names.skills.get(str(v), v) for k, v in call.arguments.items()})
        parameters = self.names.parameters.get(call.name, {})
        arguments = {parameters.get(key, key): value for key, value in call.arguments.items()}
        tool = self.state.tool(self.names.tools.get(call.name, call.name))
        order = [name for name in tool.parameters if name in arguments] if tool else []
        ordered = {name: arguments[name] for name in (*order, *arguments)}
        return replace(call, name=self.names.tools.get(call.name, call.name), arguments=ordered)

    def result(self, result: ToolResult) -> ToolResult:
        call = self.call(result.call)
        if call.name == LOAD_SKILL and result.fault is None and call.arguments and result.call.arguments:
            self.thinking.load(str(result.call.arguments["name"]))
            skill = self.state.skill(str(call.arguments["name"]))
            return replace(result, call=call, content=skill_text(skill) if skill else result.content)
        parameters = self.names.parameters.get(result.call.name, {})
        data, *remarks = result.content.split("\n")
        lines = [self.data(data, parameters), *(self.message(remark, parameters) for remark in remarks)]
        return replace(result, call=call, content="\n".join(lines))

    def data(self, text: str, parameters: Mapping[str, str]) -> str:
        """JSON of a tool: only mentions, and a hook's message under `error`, can differ."""
        try:
            value = json.loads(text)
        except json.JSONDecodeError:
            return text
        changed = self.renamer.leaves(value)
        if isinstance(value, dict) and isinstance(value.get("error"), str):
            changed = {**changed, "error": self.message(value["error"], parameters)}
        return text if changed == value else json.dumps(changed, ensure_ascii=False)

    def message(self, text: str, parameters: Mapping[str, str] | None = None) -> str:
        """What a hook says, in the variant's words; any other text gets the variant's names."""
        for pattern, message in self.messages:
            if match := pattern.fullmatch(text):
                fills = {name: self._fill(fill, parameters or {}) for name, fill in match.groupdict().items()}
                return _fill_in(message, fills)
        return self._fill(text, parameters or {})

    def outcome(self, outcome: HookOutcome) -> HookOutcome:
        return replace(outcome, message=self.message(outcome.message)) if outcome.message else outcome

    def _fill(self, text: str, parameters: Mapping[str, str]) -> str:
        """Mentions, and parameters as a schema validator quotes them: `'link' is a required property`."""
        return re.sub(r"'([\w-]+)'", lambda m: f"'{parameters.get(m[1], m[1])}'", self.renamer.text(text))


def _messages(old: Sequence[Hook], new: Sequence[Hook]) -> list[tuple[re.Pattern[str], str]]:
    """Patterns of the original's hook messages, with the messages that take their place."""
    return [
        (re.compile(_pattern(before.message)), after.message)
        for before, after in zip(old, new, strict=True)
        if before.message
    ]


def _pattern(message: str) -> str:
    seen: set[str] = set()

    def group(match: re.Match[str]) -> str:
        known = match[1] in seen
        seen.add(match[1])
        return f"(?P={match[1]})" if known else f"(?P<{match[1]}>.*?)"

    return _ESCAPED_FILL.sub(group, re.escape(message))


def _fill_in(message: str, fills: Mapping[str, str]) -> str:
    return _FILL.sub(lambda part: fills.get(part[1], part[0]), message)
