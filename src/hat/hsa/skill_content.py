"""Dimension `skill_content`: the rules of skills. Notes (`<!-- rule: ... -->`) always stay with their rule."""

from __future__ import annotations

import random
import re
import string
from collections.abc import Callable
from dataclasses import replace

from hat.harness.state import Rule, Skill
from hat.hsa.draft import Draft, Family
from hat.hsa.masking import mentions
from hat.hsa.paraphrase import paraphrase
from hat.hsa.phrases import POOL
from hat.hsa.phrasings import CLAUSES, FRAMES
from hat.hsa.texts import change_texts, strings

_FRAMED = {
    kind: re.compile("|".join(re.escape(frame).replace(r"\{\}", r'"[^"]+"') + r"\.?" for frame in frames))
    for kind, frames in FRAMES.items()
}


def reword(draft: Draft, random_: random.Random) -> Draft:
    """Write rules and introductions in other words."""

    def other(rule: Rule) -> Rule:
        if is_framed(rule):
            return _reframe(rule, random_.choice(FRAMES[str(rule.kind)]))
        return replace(rule, text=paraphrase(rule.text, random_))

    reworded = _each(draft, lambda skill: tuple(other(rule) for rule in skill.rules))
    skills = tuple(
        replace(
            skill, body="\n".join(line if line.startswith(("-", "*")) else paraphrase(line, random_) for line in lines)
        )
        for skill in reworded.state.skills
        for lines in [skill.body.split("\n")]
    )
    return replace(reworded, state=replace(reworded.state, skills=skills))


def reorder(draft: Draft, random_: random.Random) -> Draft:
    """Put the rules that code checks in another order; free rules, which may tell a sequence, keep their places."""

    def shuffled(skill: Skill) -> tuple[Rule, ...]:
        checked = [rule for rule in skill.rules if rule.kind]
        random_.shuffle(checked)
        return tuple(checked.pop() if rule.kind else rule for rule in skill.rules)

    return _each(draft, shuffled)


def clauses(draft: Draft, random_: random.Random) -> Draft:
    """Write rules as lettered clauses, as a legal team does: `(b) The reply shall open with "Hi fam!"`."""

    def lettered(skill: Skill) -> tuple[Rule, ...]:
        rules = [_reframe(rule, CLAUSES[str(rule.kind)]) if is_framed(rule) else rule for rule in skill.rules]
        letters = string.ascii_lowercase[: len(rules)]
        return tuple(
            replace(rule, text=f"({letter}) {rule.text}") for letter, rule in zip(letters, rules, strict=False)
        ) + tuple(rules[len(letters) :])

    return _each(draft, lettered)


def mask(draft: Draft, random_: random.Random) -> Draft:
    """Drop a rule here and there. Rules marked `keep` and rules that lead to another skill stay."""
    names = [skill.name for skill in draft.state.skills]

    def kept(skill: Skill) -> tuple[Rule, ...]:
        spare = [rule for rule in skill.rules if not rule.keep and not any(mentions(rule.text, name) for name in names)]
        gone = [random_.choice(spare)] if spare and random_.random() < 0.4 else []
        return tuple(rule for rule in skill.rules if rule not in gone)

    return _each(draft, kept)


def swap_phrases(draft: Draft, random_: random.Random) -> Draft:
    """Let rules quote new phrases, as editors do each week. A phrase that is used elsewhere changes there too."""
    rules = [rule for skill in draft.state.skills for rule in skill.rules]
    fixed = {span for rule in rules if rule.keep or rule.kind not in POOL for span in rule.spans}
    used = "\n".join(strings(draft.state))
    swaps: dict[str, str] = {}
    for rule in rules:
        if rule.kind in POOL and not fixed.intersection(rule.spans) and random_.random() < 0.6:
            free = [p for p in POOL[rule.kind] if p not in used and p not in swaps.values()]
            if free:
                swaps[rule.spans[0]] = random_.choice(free)
    if not swaps:
        return draft
    pattern = re.compile("|".join(rf"(?<!\w){re.escape(old)}(?!\w)" for old in sorted(swaps, key=len, reverse=True)))
    several = {old for old in swaps if " " in old}

    def change(text: str) -> str:
        return pattern.sub(
            lambda m: swaps[m[0]] if m[0] in several or _quoted(text, m) else m[0],
            text,
        )

    return replace(draft, state=change_texts(draft.state, change))


def is_framed(rule: Rule) -> bool:
    """Whether a checked rule is written in one of the known ways, so that it says nothing but its phrase."""
    return rule.kind in _FRAMED and _FRAMED[rule.kind].fullmatch(rule.text) is not None


def _reframe(rule: Rule, frame: str) -> Rule:
    return replace(rule, text=frame.format(f'"{rule.spans[0]}"'))


def _quoted(text: str, match: re.Match[str]) -> bool:
    return text[match.start() - 1 : match.start()] == '"' == text[match.end() : match.end() + 1]


def _each(draft: Draft, rules: Callable[[Skill], tuple[Rule, ...]]) -> Draft:
    """The draft with new rules in every skill whose rules take one line each."""

    def changed(skill: Skill) -> Skill:
        if any(line.startswith((" ", "\t")) for line in skill.body.splitlines()):
            return skill
        new = rules(skill)
        return skill if new == skill.rules else skill.with_rules(new)

    return replace(draft, state=replace(draft.state, skills=tuple(map(changed, draft.state.skills))))


MASK = Family("skill_content.mask", "semantic", 0.3, mask)
SWAP_PHRASES = Family("skill_content.swap_phrases", "semantic", 0.6, swap_phrases)
REWORD = Family("skill_content.reword", "surface", 0.6, reword)
REORDER = Family("skill_content.reorder", "surface", 0.5, reorder)
CLAUSES_STYLE = Family("skill_content.clauses", "surface", 1.0, clauses)
