"""Paraphrase: by rules and curated phrasings, and how any paraphrase is verified.

What it may not touch survives byte for byte, or the text stays as it was.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable

from hat.harness.renaming import spans
from hat.hsa.phrasings import GROUPS

_ALTERNATIVES = {phrase.lower(): group for group in GROUPS for phrase in group}
_MODAL = re.compile(r"\b(?:must|may|might|should|shall|can|could)\b", re.IGNORECASE)


def _longest(phrases: Iterable[str]) -> re.Pattern[str]:
    """Matches the longest of the phrases that ends a clause.

    They are grouped by their first words, which most words of a text are not.
    """
    rests: dict[str, list[str]] = {}
    for phrase in sorted(phrases, key=len, reverse=True):
        first = re.split(r"\W", phrase, maxsplit=1)[0]
        rests.setdefault(first, []).append(re.escape(phrase.removeprefix(first)))
    starts = "|".join(f"{first}(?:{'|'.join(group)})" for first, group in rests.items())
    return re.compile(rf"(?<!\w)(?:{starts})(?!\w)(?=\s*(?:\Z|[.,;:!?)\n\d]|that\b))", re.IGNORECASE)


_PHRASE = _longest(_ALTERNATIVES)
_START = re.compile(r"(?:\A|[.,;:!?()\n]|[-*]\s)\s{0,9}\Z")
_JOINS = ("because", "since", "when", "if")
"""A phrase that starts with one of these can follow any words."""

Paraphrase = Callable[[str, random.Random, Iterable[str]], str]
"""Says a text in other words, drawn at random; the phrases given last stay as they are."""


def by_rules(text: str, random_: random.Random, keep: Iterable[str] = ()) -> str:
    """The text in other words. Verbatim parts, numbers and negations stay, and so do the phrases of `keep`."""
    present = sorted((phrase for phrase in keep if phrase in text), key=len, reverse=True)
    kept = re.compile("|".join(map(re.escape, present)) or r"(?!)")

    def other(match: re.Match[str]) -> str:
        if not _starts_clause(match):
            return match[0]
        chosen = random_.choice(_ALTERNATIVES[match[0].lower()])
        return chosen[0].upper() + chosen[1:] if match[0][0].isupper() else chosen[0].lower() + chosen[1:]

    def prose(part: str) -> str:
        pieces, last = [], 0
        for match in kept.finditer(part):
            pieces += [_PHRASE.sub(other, part[last : match.start()]), match[0]]
            last = match.end()
        return "".join([*pieces, _PHRASE.sub(other, part[last:])])

    changed = spans.change(text, prose)
    return changed if changed == text or means_alike(text, changed) else text


def _starts_clause(match: re.Match[str]) -> bool:
    """Whether the phrase is no part of a longer clause, in which another phrase might not fit."""
    before = match.string[max(0, match.start() - 10) : match.start()]
    return _START.search(before) is not None or match[0].lower().startswith(_JOINS)


def means_alike(before: str, after: str) -> bool:
    """Whether all verbatim parts and numbers, in order, and the count of negations are the same."""
    return _lost(before, after) is None


def difference(before: str, after: str, keep: Iterable[str]) -> str | None:
    """What keeps a text that nobody has read from standing for another one; None when nothing does.

    `facts`: verbatim parts and numbers differ. `negation`, `modality`: as many words of the kind must be in both.
    `phrase`: one of `keep` is gone. `layout`: another number of lines, or another heading.
    """
    if lost := _lost(before, after):
        return lost
    if len(_MODAL.findall(before)) != len(_MODAL.findall(after)):
        return "modality"
    if any(before.count(phrase) != after.count(phrase) for phrase in keep):
        return "phrase"
    return None if _layout(before) == _layout(after) else "layout"


def _lost(before: str, after: str) -> str | None:
    if spans.facts(before) != spans.facts(after):
        return "facts"
    return None if spans.negations(before) == spans.negations(after) else "negation"


def _layout(text: str) -> list[str]:
    return [line if line.startswith("#") else "" for line in text.split("\n")]
