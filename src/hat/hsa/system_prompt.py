"""Dimension `system_prompt`: wording and order of the blocks, and the numbers in them."""

from __future__ import annotations

import random
import re
from dataclasses import replace

from hat.harness.state import PromptBlock
from hat.hsa.draft import Draft, Family
from hat.hsa.limits import RETRIES, draw, with_values
from hat.hsa.seeding import shuffled

_ITEMS = re.compile(r"(?:^[-*] [^\n]*(?:\n|\Z)){2,}", re.MULTILINE)


def reword(draft: Draft, random_: random.Random, strength: float) -> Draft:
    """Write the blocks in other words. Phrases that a skill quotes stay."""
    phrases = {span for skill in draft.state.skills for rule in skill.rules for span in rule.spans if " " in span}
    prompt = tuple(
        replace(b, text=draft.paraphrase(b.text, random_, phrases)) if random_.random() < strength else b
        for b in draft.state.prompt
    )
    return replace(draft, state=replace(draft.state, prompt=prompt))


def reorder(draft: Draft, random_: random.Random, strength: float) -> Draft:
    """Shuffle the movable blocks among their places, and the items of each bulleted list."""
    movable = iter(shuffled([block for block in draft.state.prompt if block.movable], random_, strength))
    prompt = tuple(_shuffle_items(next(movable) if b.movable else b, random_, strength) for b in draft.state.prompt)
    return replace(draft, state=replace(draft.state, prompt=prompt))


def perturb(draft: Draft, random_: random.Random, strength: float) -> Draft:
    """Draw the numbers of the prompt anew within their ranges, and runtime limits upwards only.

    A tighter runtime limit could make a request impossible, not just different.
    """
    state = draft.state
    values = {
        name: draw(replace(limit, low=limit.value), random_)
        for name, limit in state.limits.items()
        if RETRIES not in name and random_.random() < strength
    }
    for block in state.prompt:
        for name, limit in block.values.items():
            if RETRIES not in name and name not in state.limits and random_.random() < strength:
                values[name] = draw(limit, random_)
    return replace(draft, state=with_values(state, values))


def _shuffle_items(block: PromptBlock, random_: random.Random, strength: float) -> PromptBlock:
    def other(match: re.Match[str]) -> str:
        items = match[0].rstrip("\n").split("\n")
        return "\n".join(shuffled(items, random_, strength)) + match[0][len(match[0].rstrip("\n")) :]

    return replace(block, text=_ITEMS.sub(other, block.text))


PERTURB = Family("system_prompt.perturb", "semantic", 0.5, 0.7, perturb)
REWORD = Family("system_prompt.reword", "surface", 0.6, 1.0, reword)
REORDER = Family("system_prompt.reorder", "surface", 0.6, 1.0, reorder)
