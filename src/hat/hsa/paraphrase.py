"""Paraphrase by rules and curated phrasings. What it may not touch survives byte for byte, or nothing changes."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable

from hat.harness.renaming import spans
from hat.hsa.phrasings import GROUPS

_ALTERNATIVES = {phrase.lower(): group for group in GROUPS for phrase in group}
_PHRASES = "|".join(re.escape(phrase) for phrase in sorted(_ALTERNATIVES, key=len, reverse=True))
_PHRASE = re.compile(rf"(?<!\w)(?:{_PHRASES})(?!\w)", re.IGNORECASE)


def paraphrase(text: str, random_: random.Random, keep: Iterable[str] = ()) -> str:
    """The text in other words. Verbatim parts, numbers and negations stay, and so do the phrases of `keep`."""
    present = sorted((phrase for phrase in keep if phrase in text), key=len, reverse=True)
    kept = re.compile("|".join(map(re.escape, present)) or r"(?!)")

    def other(match: re.Match[str]) -> str:
        chosen = random_.choice(_ALTERNATIVES[match[0].lower()])
        return chosen[0].upper() + chosen[1:] if match[0][0].isupper() else chosen[0].lower() + chosen[1:]

    def prose(part: str) -> str:
        pieces, last = [], 0
        for match in kept.finditer(part):
            pieces += [_PHRASE.sub(other, part[last : match.start()]), match[0]]
            last = match.end()
        return "".join([*pieces, _PHRASE.sub(other, part[last:])])

    changed = spans.change(text, prose)
    return changed if means_alike(text, changed) else text


def means_alike(before: str, after: str) -> bool:
    """Whether all verbatim parts and numbers, in order, and the count of negations are the same."""
    return spans.facts(before) == spans.facts(after) and spans.negations(before) == spans.negations(after)
