"""Taking skills and tools out of a harness without leaving a mention of them behind."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from hat.harness.state import LOAD_SKILL, HarnessState, Rule, Skill, Tool
from hat.harness.strings import strings
from hat.hsa.draft import Draft
from hat.hsa.seeding import some

TRIES = 50
"""So many of the skills, or of the tools, of a harness are candidates: masking takes away a few."""

_NAME = re.compile(r"[\w-]+")


def mask_some(
    draft: Draft,
    items: Iterable[Skill | Tool],
    random_: random.Random,
    strength: float,
    is_whole: Callable[[HarnessState], bool],
) -> Draft:
    """The draft without a few of the items, at least one where one can be spared and the state `is_whole` after it.

    Protected ones stay.
    """
    names = [item.name for item in items]
    candidates = [name for name in names if name not in draft.protect]
    random_.shuffle(candidates)
    left = some(len(names), random_, strength)
    for name in candidates[:TRIES]:
        state = without(draft.state, name) if left else None
        if state and is_whole(state):
            draft, left = replace(draft, state=state, mapping=draft.mapping.without(name)), left - 1
    return draft


def without(state: HarnessState, name: str) -> HarnessState | None:
    """The state without the skill or tool `name`, or None when it cannot be spared.

    A rule that offers it beside others loses that part, a rule about it alone goes. It cannot be spared when anything
    else mentions it, a rule marked `keep` does, or one of its quoted phrases is used outside it.
    """
    gone = state.skill(name)
    others = {LOAD_SKILL, *(s.name for s in state.skills), *(t.name for t in state.tools)} - {name}
    rest = replace(
        state,
        skills=tuple(_forget(skill, name, others) for skill in state.skills if skill.name != name),
        tools=tuple(tool for tool in state.tools if tool.name != name),
    )
    shown = (
        rest.prompt,
        [(s.description, s.body) for s in rest.skills],
        rest.hooks,
        [t.description for t in rest.tools],
    )
    text = "\n".join(strings(shown))
    phrases = {span for rule in gone.rules for span in rule.spans if " " in span} if gone else set()
    return None if mentions(text, name) or any(phrase in text for phrase in phrases) else rest


def mentions(text: str, name: str) -> bool:
    """Whether the text has the name as a whole word."""
    return name in text and name in named(text)


def named(text: str) -> set[str]:
    """All that could be a name in a text."""
    return set(_NAME.findall(text))


def _forget(skill: Skill, name: str, others: set[str]) -> Skill:
    if name not in skill.body:
        return skill
    kept = []
    for rule in skill.rules:
        shorter = _without_alternative(rule, name)
        alone = mentions(shorter.text, name) and not others & named(shorter.text)
        if rule.keep or not alone:
            kept.append(shorter)
    return skill if tuple(kept) == skill.rules else skill.with_rules(tuple(kept))


def _without_alternative(rule: Rule, name: str) -> Rule:
    """`a` or `b` without `a` is `b`; rules marked `keep` stay as they are."""
    if rule.keep or name not in rule.text:
        return rule
    span = f"`{re.escape(name)}`"
    text = re.sub(rf"{span}(?:,| or| and) (?=`)|(?<=`)(?:,| or| and) {span}", "", rule.text)
    return replace(rule, text=text)
