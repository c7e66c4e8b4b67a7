"""Dimension `skill_content`: the rules of skills. Notes (`<!-- rule: ... -->`) always stay with their rule."""

from __future__ import annotations

import random
import re
import string
from collections.abc import Callable
from dataclasses import replace

from hat.harness.state import Rule, Skill
from hat.harness.strings import strings
from hat.hsa.draft import Draft, Family
from hat.hsa.masking import named
from hat.hsa.phrases import PARTS, new_phrase
from hat.hsa.phrasings import CLAUSES, FRAMES
from hat.hsa.seeding import shuffled
from hat.hsa.texts import change_texts

_FRAMED = {
    kind: re.compile("|".join(re.escape(frame).replace(r"\{\}", r'"[^"]+"') + r"\.?" for frame in frames))
    for kind, frames in FRAMES.items()
}


def reword(draft: Draft, random_: random.Random, strength: float) -> Draft:
    """Write rules and introductions in other words."""

    def other(rule: Rule) -> Rule:
        if random_.random() >= strength:
            return rule
        if is_framed(rule):
            return _reframe(rule, random_.choice(FRAMES[str(rule.kind)]))
        return replace(rule, text=draft.paraphrase(rule.text, random_, ()))

    def introduction(body: str) -> str:
        return "\n".join(
            draft.paraphrase(line, random_, ()) if line and not line.startswith(("-", "*")) else line
            for line in body.split("\n")
        )

    reworded = _each(draft, lambda skill: tuple(other(rule) for rule in skill.rules))
    skills = tuple(
        replace(skill, body=introduction(skill.body)) if random_.random() < strength else skill
        for skill in reworded.state.skills
    )
    return replace(reworded, state=replace(reworded.state, skills=skills))


def reorder(draft: Draft, random_: random.Random, strength: float) -> Draft:
    """Put the rules that code checks in another order; free rules, which may tell a sequence, keep their places."""

    def other(skill: Skill) -> tuple[Rule, ...]:
        checked = iter(shuffled([rule for rule in skill.rules if rule.kind], random_, strength))
        return tuple(next(checked) if rule.kind else rule for rule in skill.rules)

    return _each(draft, other)


def clauses(draft: Draft, random_: random.Random, strength: float) -> Draft:
    """Write rules as lettered clauses, as a legal team does: `(b) The reply shall open with "Hi fam!"`."""

    def lettered(skill: Skill) -> tuple[Rule, ...]:
        if random_.random() >= strength:
            return skill.rules
        rules = [_reframe(rule, CLAUSES[str(rule.kind)]) if is_framed(rule) else rule for rule in skill.rules]
        letters = string.ascii_lowercase[: len(rules)]
        return tuple(
            replace(rule, text=f"({letter}) {rule.text}") for letter, rule in zip(letters, rules, strict=False)
        ) + tuple(rules[len(letters) :])

    return _each(draft, lettered)


def mask(draft: Draft, random_: random.Random, strength: float) -> Draft:
    """Drop one rule of some skills. Rules marked `keep` and rules that lead to another skill stay."""
    names = {skill.name for skill in draft.state.skills}

    def kept(skill: Skill) -> tuple[Rule, ...]:
        spare = [rule for rule in skill.rules if not rule.keep and not names & named(rule.text)]
        gone = [random_.choice(spare)] if spare and random_.random() < strength else []
        return tuple(rule for rule in skill.rules if rule not in gone)

    return _each(draft, kept)


def swap_phrases(draft: Draft, random_: random.Random, strength: float) -> Draft:
    """Let rules quote new phrases, as editors do each week. A phrase that is used elsewhere changes there too."""
    rules = [rule for skill in draft.state.skills for rule in skill.rules]
    quoted = "\n".join({span for rule in rules for span in rule.spans})
    fixed = {span for rule in rules if rule.keep or rule.kind not in PARTS for span in rule.spans}
    used = "\n".join(strings(draft.state))
    swaps: dict[str, str] = {}
    spent: set[str] = set()
    for rule in rules:
        if rule.kind not in PARTS or random_.random() >= strength:
            continue
        old, new = next(iter(rule.spans), ""), new_phrase(rule.kind, random_)
        if new in spent or not old or old in swaps or old in fixed:
            continue
        part_of_another = quoted.find(old, quoted.index(old) + 1) >= 0
        if not part_of_another and new not in used:
            swaps[old] = new
            spent.add(new)

    def change(text: str) -> str:
        for old, new in swaps.items():
            if old in text:
                text = text.replace(old, new) if " " in old else text.replace(f'"{old}"', f'"{new}"')
        return text

    return replace(draft, state=change_texts(draft.state, change)) if swaps else draft


def is_framed(rule: Rule) -> bool:
    """Whether a checked rule is written in one of the known ways, so that it says nothing but its phrase."""
    return rule.kind in _FRAMED and _FRAMED[rule.kind].fullmatch(rule.text) is not None


def _reframe(rule: Rule, frame: str) -> Rule:
    return replace(rule, text=frame.format(f'"{rule.spans[0]}"'))


def _each(draft: Draft, rules: Callable[[Skill], tuple[Rule, ...]]) -> Draft:
    """The draft with new rules in every skill whose rules take one line each."""

    def changed(skill: Skill) -> Skill:
        if any(line.startswith((" ", "\t")) for line in skill.body.splitlines()):
            return skill
        new = rules(skill)
        return skill if new == skill.rules else skill.with_rules(new)

    return replace(draft, state=replace(draft.state, skills=tuple(map(changed, draft.state.skills))))


MASK = Family("skill_content.mask", "semantic", 0.3, 0.4, mask)
SWAP_PHRASES = Family("skill_content.swap_phrases", "semantic", 0.6, 0.6, swap_phrases)
REWORD = Family("skill_content.reword", "surface", 0.6, 1.0, reword)
REORDER = Family("skill_content.reorder", "surface", 0.5, 1.0, reorder)
CLAUSES_STYLE = Family("skill_content.clauses", "surface", 1.0, 1.0, clauses)
