"""Skills: described, at least one that replies, and rules of a kind that can be checked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from hat.harness.checks.flaw import Flaw, skill_file
from hat.harness.state import HarnessState, Rule, Skill, SkillKind

CHECKED_KINDS = ("open", "close", "mention", "avoid")
"""Rule kinds that code can judge."""


def check_skills(state: HarnessState) -> Iterator[Flaw]:
    """Descriptions, kinds and rules of all skills."""
    for skill in state.skills:
        file = skill_file(skill.name)
        if not 1 <= len(skill.description.strip()) <= 1024:
            remedy = 'Write when to use the skill in 1 to 1024 characters: `description: "When ...: short title"`'
            message = f"the description has {len(skill.description.strip())} characters"
            yield Flaw(file, "description", message, remedy, "description:")
        if skill.kind not in get_args(SkillKind):
            message = f"`{skill.kind}` is no kind of skill"
            yield Flaw(file, "kind", message, "Write `reply` or `strategy`", "kind:")
        if not skill.body.strip():
            message = "the skill has no body"
            yield Flaw(file, "body", message, "Write its rules, one a line after `- `")
        yield from _rules(skill, file)


def check_reply_skill(state: HarnessState) -> Iterator[Flaw]:
    """At least one reply skill: the agent must load one before it replies."""
    if not any(skill.kind == "reply" for skill in state.skills):
        yield Flaw("skills", "no-reply-skill", "there is no reply skill", "Write a skill with `kind: reply`")


def _rules(skill: Skill, file: str) -> Iterator[Flaw]:
    for rule in skill.rules:
        if rule.kind is not None and rule.kind not in CHECKED_KINDS:
            remedy = f"Write one of {', '.join(CHECKED_KINDS)}, with `; keep` if it must never be dropped"
            yield Flaw(file, "rule-kind", f"`{rule.kind}` is no kind of rule", remedy, rule.text)
        elif rule.kind is not None and not rule.spans:
            yield Flaw(file, "rule-phrase", _phraseless(rule), 'Put the phrase in quotes: `"Hi fam!"`', rule.text)


def _phraseless(rule: Rule) -> str:
    return f"the {rule.kind} rule quotes no phrase"
