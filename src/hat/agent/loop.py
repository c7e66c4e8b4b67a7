"""The agent loop that serves trajectories, rollouts, evaluation and production.

An episode is a generator that is sent its turns. So one model client serves many episodes in lockstep (`run`), a
service batches whatever requests are live, and the loop stays sequential to read.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable
from dataclasses import replace
from itertools import islice

from hat.agent.chat import Chat
from hat.agent.client import ModelClient, Prompt
from hat.agent.event import Event
from hat.agent.hooks import objection, run_hooks
from hat.agent.pool import Episode, Pool
from hat.agent.toolbox import Toolbox, ToolServer, error_result
from hat.agent.trajectory import HookOutcome, Step, ToolCall, ToolResult, Trajectory, Turn
from hat.agent.transcript import Transcript
from hat.errors import InfrastructureError
from hat.harness.render import system_message, tool_specs
from hat.harness.state import HarnessState, HookEvent
from hat.room.request import Request


def episode(request: Request, state: HarnessState, tools: ToolServer, chat: Chat | None) -> Episode:
    """Answer one request under one harness state.

    `chat` makes the tokens (None for clients that read messages only).
    The episode ends with the first reply that no `Stop` hook blocks, or without reply after `max_turns` turns. Its
    `seconds` include simulated tool latency.
    """
    started = time.monotonic()
    transcript = Transcript(request.id, state, system_message(state), request.text, tool_specs(state), chat)
    toolbox = Toolbox(state, tools, request.room, request.id)
    reply, infrastructure = None, None
    try:
        reply = yield from _turns(transcript, toolbox)
    except InfrastructureError as error:
        infrastructure = error.kind
    return transcript.trajectory(reply, time.monotonic() - started + toolbox.waited, infrastructure)


def _turns(transcript: Transcript, toolbox: Toolbox) -> Generator[Prompt, Turn, str | None]:
    """The reply, or None. Everything that happens is in the transcript."""
    event = Event("UserPromptSubmit", transcript.state, transcript.request_id, transcript.user)
    opening = run_hooks(event)
    if blocked := objection(opening):
        transcript.steps.append(Step(Turn((), (), "", "", ()), feedback=blocked, hooks=opening))
        return None
    for _ in range(int(transcript.state.limit("max_turns"))):
        turn = yield transcript.prompt()
        transcript.add_turn(turn)
        if turn.calls:
            step = _call_tools(turn, event, toolbox)
            transcript.add_results(step.results)
            event = event.after(step.results)
        else:
            hooks = run_hooks(event.at("Stop", reply=turn.content))
            step = Step(turn, feedback=objection(hooks), hooks=hooks)
        transcript.steps.append(replace(step, hooks=opening + step.hooks))
        opening = ()
        if step.feedback is not None:
            transcript.add_user(step.feedback)
        elif not turn.calls:
            return turn.content or None
    return None


def _call_tools(turn: Turn, event: Event, toolbox: Toolbox) -> Step:
    """Run the calls of a turn, each between its hooks. A later call sees what the earlier ones returned."""
    results: list[ToolResult] = []
    outcomes: list[HookOutcome] = []
    for call in turn.calls:
        result, hooks = _call_tool(call, event.after(results), toolbox)
        results.append(result)
        outcomes += hooks
    return Step(turn, tuple(results), hooks=tuple(outcomes))


def _call_tool(call: ToolCall, event: Event, toolbox: Toolbox) -> tuple[ToolResult, tuple[HookOutcome, ...]]:
    before = run_hooks(event.at("PreToolUse", call=call))
    if blocked := objection(before):
        fault = "arguments" if before[-1].hook == "tool-arguments" else "denied"
        return error_result(call, fault, blocked), before
    result = toolbox.run(call)
    name: HookEvent = "PostToolUseFailure" if result.fault else "PostToolUse"
    after = run_hooks(event.at(name, call=call, result=result))
    if remark := objection(after):
        result = ToolResult(call, f"{result.content}\n{remark}", result.fault)
    return result, before + after


def run(
    episodes: Iterable[Episode],
    client: ModelClient,
    progress: Callable[[int], None] | None = None,
    width: int = 64,
) -> list[Trajectory]:
    """Run all episodes, at most `width` at a time, in lockstep; trajectories come in the order of `episodes`.

    As soon as an episode ends the next one takes its place. `progress` is called with the number of episodes that
    ended in a round.
    """
    waiting = enumerate(episodes)
    pool = Pool(client)
    done: dict[int, Trajectory] = {}
    while True:
        for number, started in islice(waiting, width - len(pool)):
            pool.add(number, started)
        ended = pool.round()
        for number, outcome in ended.items():
            if isinstance(outcome, Exception):
                raise outcome
            done[number] = outcome
        if progress and ended:
            progress(len(ended))
        if not ended and not pool:
            return [done[number] for number in sorted(done)]
