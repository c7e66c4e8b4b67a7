"""Rules that cannot be kept: they ask for what a limit, another rule or a guard forbids."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from math import inf

from hat.harness.checks.flaw import Flaw, block_file, skill_file
from hat.harness.checks.hooks import texts_in
from hat.harness.state import HarnessState, Limit, Rule, Skill

_REQUIRED = ("open", "close", "mention")
_BANNED = "a banned phrase of the hooks"
_AMOUNT = re.compile(r"(?<![\w.])(?P<number>\d{1,9})(?:\s+|-)(?P<unit>[a-z]{2,20})\b", re.IGNORECASE)
_UNITS = {"character": "char", "try": "retry"}
"""Units whose word is not the one in a limit's name."""


def check_contradictions(state: HarnessState) -> Iterator[Flaw]:
    """Each skill against the runtime limits, the numbers of the prompt, its own rules and the banned phrases."""
    values = {name: limit for block in state.prompt for name, limit in block.values.items()}
    limits = {**values, **state.limits}
    banned = [phrase for hook in state.hooks for phrase in texts_in(hook.options.get("banned"))]
    for skill in state.skills:
        yield from _numbers(skill_file(skill.name), [rule.text for rule in skill.rules], limits)
        yield from _length(skill, state.limits)
        yield from _forbidden(skill, banned)
    for block in state.prompt:
        yield from _numbers(block_file(block.id), block.text.splitlines(), limits)


def _numbers(file: str, texts: list[str], limits: Mapping[str, Limit]) -> Iterator[Flaw]:
    """Amounts in text, such as `300 characters`, above the limit of their unit: the last word of its name."""
    most = {_singular(name.rpartition("_")[2]): (name, limit.value) for name, limit in limits.items() if _bounds(name)}
    for text in texts:
        for match in _AMOUNT.finditer(text):
            unit = _singular(match["unit"].lower())
            name, value = most.get(_UNITS.get(unit, unit), ("", inf))
            if int(match["number"]) > value:
                message = f"`{match[0]}` is above `{name}`, which is {value:g}"
                remedy = f"Write at most {value:g}, or `{{{name}}}` in the prompt, or raise the limit"
                yield Flaw(file, "limit-contradicted", message, remedy, match[0], severity="warning")


def _bounds(name: str) -> bool:
    return name.startswith("max_")


def _singular(word: str) -> str:
    return f"{word[:-3]}y" if word.endswith("ies") else word.removesuffix("s")


def _length(skill: Skill, limits: Mapping[str, Limit]) -> Iterator[Flaw]:
    """Phrases that a reply must have, against the length that it may have."""
    needed = sum(len(rule.spans[0]) + 1 for rule in _required(skill)) - 1
    most = limits["max_reply_chars"].value if "max_reply_chars" in limits else needed
    if needed > most:
        message = f"the phrases that its rules require take {needed} characters, `max_reply_chars` is {most:g}"
        yield Flaw(
            skill_file(skill.name), "limit-contradicted", message, "Shorten the phrases or raise the limit",
            next(_required(skill)).text, severity="warning",
        )  # fmt: skip


def _forbidden(skill: Skill, banned: list[str]) -> Iterator[Flaw]:
    """Phrases that a reply must have, against those that it must not have."""
    avoided = {span: f'the rule "{rule.text}"' for rule in skill.rules if rule.kind == "avoid" for span in rule.spans}
    forbidden = {phrase.lower(): (phrase, by) for phrase, by in (dict.fromkeys(banned, _BANNED) | avoided).items()}
    lengths = {len(phrase) for phrase in forbidden}
    for rule in _required(skill):
        for lower in sorted(_said(rule.spans[0].lower(), forbidden, lengths)):
            phrase, by = forbidden[lower]
            message = f'the phrase "{rule.spans[0]}" has "{phrase}" in it, which is forbidden by {by}'
            remedy = "Choose another phrase, or allow this one"
            yield Flaw(skill_file(skill.name), "rule-contradicted", message, remedy, rule.text, severity="warning")


def _said(text: str, phrases: Collection[str], lengths: Collection[int]) -> set[str]:
    """The phrases, of these lengths, that the text has as whole words; by place or by phrase, as is less work."""
    starts = [match.start() for match in re.finditer(r"(?<!\w)", text)]
    if len(starts) * len(lengths) < len(phrases):
        ends = {match.start() for match in re.finditer(r"(?!\w)", text)}
        pieces = (text[start : start + length] for length in lengths for start in starts if start + length in ends)
        return {piece for piece in pieces if piece in phrases}
    return {phrase for phrase in phrases if phrase in text and re.search(rf"(?<!\w){re.escape(phrase)}(?!\w)", text)}


def _required(skill: Skill) -> Iterator[Rule]:
    return (rule for rule in skill.rules if rule.kind in _REQUIRED and rule.spans)
