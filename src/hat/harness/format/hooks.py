"""`hooks/hooks.json`: guards on events, in the nested form (event, matcher, hooks) that agent tools share."""

from __future__ import annotations

from itertools import groupby
from typing import Any, Literal, cast, get_args

from pydantic import ConfigDict, Field

from hat.harness.format.fields import Fields, read_fields
from hat.harness.format.json_text import format_json, parse_json
from hat.harness.format.source import Source
from hat.harness.state import Hook, HookEvent

EVENTS: tuple[str, ...] = get_args(HookEvent)


class _Hook(Fields):
    model_config = ConfigDict(extra="forbid")

    type: Literal["builtin", "command"] = Field(description='Write `"type": "builtin"` or `"type": "command"`')
    name: str | None = Field(default=None, description="Write the name of a built-in hook")
    command: str | None = Field(default=None, description="Write a command line")
    timeout: float = Field(default=5.0, description="Write seconds, such as `5`")
    message: str = Field(default="", description="Write the text that the model reads when the hook objects")
    options: dict[str, Any] = Field(default={}, description="Write an object or leave it out")


class _Group(Fields):
    model_config = ConfigDict(extra="forbid")

    matcher: str = Field(default="", description="Write a regular expression on tool names, or leave it out")
    hooks: list[_Hook] = Field(description='Write a list of hooks: `"hooks": [{"type": "builtin", "name": ...}]`')


class _File(Fields):
    model_config = ConfigDict(extra="forbid")

    hooks: dict[str, list[_Group]] = Field(
        description='Write events with their hooks: `"hooks": {"Stop": [{"hooks": [...]}]}`, and no other key'
    )


def parse_hooks(source: Source) -> tuple[Hook, ...]:
    """The hooks that the file holds, by event in the order of `EVENTS`; raises BadInput with every fault found."""
    return read_hooks(parse_json(source), source)


def read_hooks(data: Any, source: Source) -> tuple[Hook, ...]:
    """The hooks that the data of a document holds, likewise."""
    fields = read_fields(_File, data, source)
    return by_event(
        tuple(
            Hook(
                event=cast(HookEvent, event),
                matcher=group.matcher,
                builtin=hook.name,
                command=hook.command,
                timeout=hook.timeout,
                message=hook.message,
                options=hook.options,
            )
            for event, groups in fields.hooks.items()
            for group in groups
            for hook in group.hooks
        )
    )


def by_event(hooks: tuple[Hook, ...]) -> tuple[Hook, ...]:
    """The hooks in canonical order: only the order within an event has a meaning."""
    return tuple(sorted(hooks, key=lambda h: EVENTS.index(h.event) if h.event in EVENTS else len(EVENTS)))


def format_hooks(hooks: tuple[Hook, ...]) -> str:
    """The file of all hooks."""
    events: dict[str, list[dict[str, Any]]] = {}
    for (event, matcher), group in groupby(by_event(hooks), key=lambda h: (h.event, h.matcher)):
        entry = {"matcher": matcher} if matcher else {}
        events.setdefault(event, []).append({**entry, "hooks": [_data(h) for h in group]})
    return format_json({"hooks": events})


def _data(hook: Hook) -> dict[str, Any]:
    data: dict[str, Any] = {"type": "builtin" if hook.builtin is not None else "command"}
    data |= {"name": hook.builtin} if hook.builtin is not None else {"command": hook.command}
    if hook.timeout != 5.0:
        data["timeout"] = hook.timeout
    if hook.message:
        data["message"] = hook.message
    if hook.options:
        data["options"] = dict(hook.options)
    return data
