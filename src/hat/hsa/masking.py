"""Taking a skill or tool out of a harness without leaving a mention of it behind."""

from __future__ import annotations

import re
from dataclasses import replace

from hat.harness.state import LOAD_SKILL, HarnessState, Rule, Skill
from hat.hsa.texts import strings


def without(state: HarnessState, name: str) -> HarnessState | None:
    """The state without the skill or tool `name`, or None when it cannot be spared.

    A rule that offers it beside others loses that part, a rule about it alone goes. It cannot be spared when anything
    else mentions it, a rule marked `keep` does, or one of its quoted phrases is used outside it.
    """
    gone = state.skill(name)
    rest = replace(
        state,
        skills=tuple(_forget(skill, name, state) for skill in state.skills if skill.name != name),
        tools=tuple(tool for tool in state.tools if tool.name != name),
    )
    phrases = {span for rule in gone.rules for span in rule.spans if " " in span} if gone else set()
    shown = (rest.prompt, [s.body for s in rest.skills], rest.hooks)
    texts = [*strings(shown), *(s.description for s in rest.skills), *strings([t.description for t in rest.tools])]
    if any(mentions(text, name) or any(phrase in text for phrase in phrases) for text in texts):
        return None
    return rest


def mentions(text: str, name: str) -> bool:
    """Whether the text has the name as a whole word."""
    return name in text and re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text) is not None


def _forget(skill: Skill, name: str, state: HarnessState) -> Skill:
    others = {LOAD_SKILL, *(s.name for s in state.skills), *(t.name for t in state.tools)} - {name}
    kept = []
    for rule in skill.rules:
        shorter = _without_alternative(rule, name)
        alone = not any(mentions(shorter.text, other) for other in others)
        if not (mentions(shorter.text, name) and alone and not rule.keep):
            kept.append(shorter)
    return skill if tuple(kept) == skill.rules else skill.with_rules(tuple(kept))


def _without_alternative(rule: Rule, name: str) -> Rule:
    """`a` or `b` without `a` is `b`; rules marked `keep` stay as they are."""
    span = f"`{re.escape(name)}`"
    text = re.sub(rf"{span}(?:,| or| and) (?=`)|(?<=`)(?:,| or| and) {span}", "", rule.text)
    return rule if rule.keep else replace(rule, text=text)
