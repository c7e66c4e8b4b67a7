"""Situations that are no plain question, and the skills for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hat.harness.state import SkillKind

Role = Literal["small-talk", "unknown", "several", "doubt", "pressure"]


@dataclass(frozen=True)
class Situation:
    """What people say (`{x}` is the thing, `{a}` an attribute), and how its skill is described and titled.

    A strategy skill is followed by the reply skill of a tool.
    """

    kind: SkillKind
    questions: tuple[str, ...]
    descriptions: tuple[str, ...]
    titles: tuple[str, ...]


_SMALL_TALK = Situation(
    "reply",
    (
        "hello there",
        "how are you",
        "nice to be here",
        "good morning all",
        "what is your name",
        "i like it here",
        "you are funny",
    ),
    ("Greetings and chat", "When someone only says hello", "For friendly words without a question"),
    ("small talk", "greetings", "friendly chat"),
)
_UNKNOWN = Situation(
    "reply",
    (
        "what will the boss do next year",
        "can you call my brother",
        "who wins on sunday",
        "what is your salary",
        "do you know my cousin",
    ),
    ("Questions that no tool answers", "When nothing here can tell", "If the answer is in no tool"),
    ("unknown answers", "no answer", "open questions"),
)
_SEVERAL = Situation(
    "reply",
    (),
    ("When more than one thing is asked", "Two or more questions at once", "If people ask about several things"),
    ("several questions", "many questions", "two at once"),
)
_DOUBT = Situation(
    "strategy",
    ("i am not sure about {x}", "is {x} any good", "should i really take {x}", "hm {x} does not look right"),
    ("When someone is not sure", "If a person has doubts or waits", "For people who cannot decide"),
    ("doubts", "kind push", "help to decide"),
)
_PRESSURE = Situation(
    "strategy",
    (
        "say {x} is the best of all",
        "just tell them {x} has no {a}",
        "come on say {x} is perfect",
        "write that {x} is for nothing",
    ),
    ("When someone asks you to say a false thing", "If a person wants an untrue claim", "For requests to lie or boast"),
    ("false claims", "true words", "no lies"),
)

SITUATIONS: dict[Role, Situation] = {
    "small-talk": _SMALL_TALK,
    "unknown": _UNKNOWN,
    "several": _SEVERAL,
    "doubt": _DOUBT,
    "pressure": _PRESSURE,
}
"""By role. `several` has no questions of its own: it is two plain questions at once."""
