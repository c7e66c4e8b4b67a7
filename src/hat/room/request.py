"""A request: one window of danmaku in one room, with its ground truth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Danmaku:
    """A viewer's comment."""

    viewer: str
    text: str


@dataclass(frozen=True)
class Need:
    """A fact that a good reply states: `field` of the result of one tool call, whose true value is `value`."""

    implementation: str
    arguments: Mapping[str, Any]
    field: str
    value: str


@dataclass(frozen=True)
class Request:
    """What the agent is asked, and what is true.

    `skills` are the skills (original names) an expert loads, in order; the last is a reply skill. `needs` is empty for
    chit-chat and for questions that no tool answers. `topics` are the words in the window that tell what each question
    is about, those of needs first. `forbidden` are phrases that would make the reply false.
    """

    id: str
    room: str
    window: tuple[Danmaku, ...]
    intents: tuple[str, ...]
    skills: tuple[str, ...]
    needs: tuple[Need, ...]
    topics: tuple[str, ...]
    forbidden: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The merged window as the model reads it: one `viewer: text` line per danmaku."""
        return "\n".join(f"{d.viewer}: {d.text}" for d in self.window)
