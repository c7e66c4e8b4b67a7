"""The teacher: knows what is asked, and answers as the harness that it is given wants it answered.

It reads names, titles and rules from the state, so it teaches any variant. Its thinking quotes what a small model has
to find in its prompt before the model uses it: the words that tell what is asked, the description of a skill or tool
from those words on before its name, the rules before the reply.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from hat.agent.chat import Chat, parse
from hat.agent.client import Prompt
from hat.agent.loaded import loaded_skills, rules_in_force
from hat.agent.trajectory import Step, ToolResult, Turn
from hat.harness.state import LOAD_SKILL, HarnessState, Rule, Skill, Tool, quote
from hat.room.conduct import excuse, expected_skills
from hat.room.request import Need, Request

RETRIES = "tool_retries"
"""The value of the system prompt that says how often a failed tool is called again; once where there is none."""


class Expert:
    """The model's part in one episode. `skills` maps original to variant names (None: the original harness)."""

    def __init__(self, state: HarnessState, request: Request, skills: Mapping[str, str] | None = None) -> None:
        self.state, self.request = state, request
        self.expected = expected_skills(state, request, skills)
        self.excuse = excuse(state)
        self.retries = next((int(b.values[RETRIES].value) for b in state.prompt if RETRIES in b.values), 1)

    def turn(self, steps: Sequence[Step]) -> str:
        """The next assistant message after `steps`, whoever made them: the first thing that is still missing."""
        results = [result for step in steps for result in step.results]
        loaded = loaded_skills(self.state, results)
        for skill in self.expected:
            if skill not in loaded:
                return self._load(skill)
        reply_skill = next((s for s in reversed(loaded) if s.kind == "reply"), None)
        if self.expected and reply_skill not in self.expected:
            return self._load(self.expected[-1])
        facts: dict[str, str] = {}
        for need, topic in zip(self.request.needs, self.request.topics, strict=False):
            tool = next((t for t in self.state.tools if t.implementation == need.implementation), None)
            made = [r for r in results if tool and _is_call(r, tool, need)]
            answer = next((r for r in made if r.fault is None), None)
            if answer:
                facts[need.field] = str(_data(answer)[need.field])
            elif tool and len(made) <= self.retries:
                return _call(tool, need, topic, loaded)
        return self._reply(rules_in_force(loaded), facts)

    def _load(self, skill: Skill) -> str:
        """The first skill is found by what is asked; the one after a strategy is named there."""
        topics = " and ".join(self.request.topics)
        first = skill is self.expected[0]
        quoted = quote(skill.description, self.request.topics)
        note = f"want: {topics}; skill: {quoted}" if first else f"then: {skill.name}"
        return _message(note, _tool_call(LOAD_SKILL, {"name": skill.name}))

    def _reply(self, rules: Sequence[Rule], facts: Mapping[str, str]) -> str:
        quoted = [f'{rule.kind} "{span}"' for rule in rules for span in rule.spans]
        thinking = "rules: " + "; ".join([*quoted, *(f"{field}: {value}" for field, value in facts.items())])
        text = self._sentences(rules, [f"The {field} is {value}." for field, value in facts.items()])
        if len(text) > self.state.limit("max_reply_chars"):
            text = self._sentences(rules, [f"{value}." for value in facts.values()])
        return _message(thinking, text)

    def _sentences(self, rules: Sequence[Rule], facts: Sequence[str]) -> str:
        said = {kind: [s for r in rules if r.kind == kind for s in r.spans] for kind in ("open", "mention", "close")}
        unknown = [_sentence(self.excuse)] if len(facts) < len(self.request.needs) else []
        return " ".join([*said["open"], *facts, *unknown, *map(_sentence, said["mention"]), *said["close"]])


class ExpertClient:
    """The expert as a model client for the given requests, all under variants with these `skills`."""

    def __init__(self, requests: Sequence[Request], chat: Chat | None, skills: Mapping[str, str] | None = None) -> None:
        self.requests = {request.id: request for request in requests}
        self.chat, self.skills = chat, skills

    def generate(self, prompts: Sequence[Prompt]) -> list[Turn]:
        """One turn for each prompt. Raises KeyError for a request that was not announced."""
        return [self._turn(prompt) for prompt in prompts]

    def _turn(self, prompt: Prompt) -> Turn:
        text = Expert(prompt.state, self.requests[prompt.request_id], self.skills).turn(prompt.steps)
        if self.chat is None:
            return Turn((), (), *parse(text))
        ids = self.chat.tokenizer.encode(text, add_special_tokens=False)
        return self.chat.turn([*ids, self.chat.end])


def _call(tool: Tool, need: Need, topic: str, loaded: Sequence[Skill]) -> str:
    """A call of the tool, which a loaded strategy names or else the topic tells."""
    arguments = _arguments(tool, need)
    values = ", ".join(map(str, arguments.values()))
    named = any(skill.kind == "strategy" and f"`{tool.name}`" in skill.body for skill in loaded)
    found = f"use: {tool.name}" if named else f"want: {topic}; tool: {quote(tool.description, [topic])}"
    return _message(f"with: {values}; {found}", _tool_call(tool.name, arguments))


def _arguments(tool: Tool, need: Need) -> dict[str, Any]:
    """The need's arguments under the tool's parameter names, in schema order."""
    originals = {name: tool.parameter_names.get(name, name) for name in tool.parameters}
    return {name: need.arguments[old] for name, old in originals.items() if old in need.arguments}


def _is_call(result: ToolResult, tool: Tool, need: Need) -> bool:
    return result.call.name == tool.name and result.call.arguments == _arguments(tool, need)


def _data(result: ToolResult) -> Any:
    """The JSON of a result; hooks may have put a remark on the lines after it."""
    return json.loads(result.content.partition("\n")[0])


def _tool_call(name: str, arguments: Mapping[str, Any]) -> str:
    body = json.dumps({"name": name, "arguments": dict(arguments)}, ensure_ascii=False)
    return f"<tool_call>\n{body}\n</tool_call>"


def _message(thinking: str, content: str) -> str:
    return f"<think>\n{thinking}\n</think>\n\n{content}"


def _sentence(phrase: str) -> str:
    return phrase if phrase.endswith((".", "!", "?")) else f"{phrase}."
