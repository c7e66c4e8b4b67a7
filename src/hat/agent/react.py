"""The ReAct control: Thought, Action, Observation, with all tools in the prompt, no skills and no hooks.

It drives the same clients and gives the same `Trajectory` as the agent loop, so that the two can be compared.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Generator, Sequence
from dataclasses import replace

from hat.agent.chat import Chat
from hat.agent.client import Prompt
from hat.agent.pool import Episode
from hat.agent.toolbox import Toolbox, ToolServer
from hat.agent.trajectory import Step, ToolCall, ToolResult, Turn
from hat.agent.transcript import Transcript
from hat.errors import InfrastructureError
from hat.harness.render import block_text
from hat.harness.state import HarnessState
from hat.room.request import Request

STOP = "Observation:"
_THOUGHT = re.compile(r"Thought\s*:\s*(.*?)\s*(?=\n\s*(?:Action|Final Answer)\s*:|$)", re.DOTALL | re.IGNORECASE)
_ACTION = re.compile(r"Action\s*:\s*[`\"']?(?P<name>[^\n`\"'(]+)(?P<rest>.*)$", re.DOTALL | re.IGNORECASE)
_ANSWER = re.compile(r"Final\s*Answer\s*:\s*(.*)$", re.DOTALL | re.IGNORECASE)


def react_system(state: HarnessState) -> str:
    """The system message: the harness's prompt blocks, one line for each tool, and the format."""
    blocks = "\n\n".join(block_text(block) for block in state.prompt)
    tools = "\n".join(f"- {t.description} -> {t.name}({', '.join(t.parameters)})" for t in state.tools)
    return f"{blocks}\n\nTools:\n{tools}\n\nAnswer with Thought, Action, Action Input; then Final Answer."


def react_action(thought: str, call: ToolCall) -> str:
    """An assistant message that calls a tool."""
    arguments = json.dumps(dict(call.arguments or {}), ensure_ascii=False)
    return f"Thought: {thought}\nAction: {call.name}\nAction Input: {arguments}"


def react_answer(reply: str) -> str:
    """An assistant message that ends the episode."""
    return f"Thought: done\nFinal Answer: {reply}"


def react_observation(results: Sequence[ToolResult]) -> str:
    """The user message that follows an action."""
    return "\n".join(f"{STOP} {result.content}" for result in results)


def read_react(turn: Turn) -> Turn:
    """The turn with its text read as Thought and Action, or as Thought and Final Answer.

    Read with tolerance: any case, quoted or called tool names (`get_price(...)`), fenced or missing JSON. What comes
    first counts, an Action or a Final Answer; a text with neither is the answer itself.
    """
    text = turn.content.split(STOP)[0].strip()
    thought = _THOUGHT.search(text)
    action, answer = _ACTION.search(text), _ANSWER.search(text)
    thinking = thought[1] if thought else ""
    if action and not (answer and answer.start() < action.start()):
        return replace(turn, thinking=thinking, content="", calls=(_call(action["name"], action["rest"]),))
    return replace(turn, thinking=thinking, content=answer[1].strip() if answer else text, calls=())


def _call(name: str, text: str) -> ToolCall:
    start = text.find("{")
    if start < 0:
        return ToolCall(name.strip(), {})
    try:
        arguments, _ = json.JSONDecoder().raw_decode(text[start:])
    except json.JSONDecodeError as error:
        return ToolCall(name.strip(), None, f"not JSON: {error.msg}")
    return ToolCall(name.strip(), arguments)


def react_episode(request: Request, state: HarnessState, tools: ToolServer, chat: Chat | None) -> Episode:
    """Answer one request as a ReAct agent, within `max_turns`."""
    started = time.monotonic()
    transcript = Transcript(request.id, state, react_system(state), request.text, (), chat, stop=(STOP,))
    toolbox = Toolbox(replace(state, skills=()), tools, request.room, request.id)
    reply, infrastructure = None, None
    try:
        reply = yield from _turns(transcript, toolbox)
    except InfrastructureError as error:
        infrastructure = error.kind
    return transcript.trajectory(reply, time.monotonic() - started + toolbox.waited, infrastructure)


def _turns(transcript: Transcript, toolbox: Toolbox) -> Generator[Prompt, Turn, str | None]:
    for _ in range(int(transcript.state.limit("max_turns"))):
        raw = yield transcript.prompt()
        turn = read_react(raw)
        transcript.add_turn(turn, text=raw.content)
        results = tuple(map(toolbox.run, turn.calls))
        transcript.steps.append(Step(turn, results))
        if not turn.calls:
            return turn.content or None
        transcript.add_user(react_observation(results))
    return None
