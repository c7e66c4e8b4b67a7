"""Dimension `system_prompt`: wording and order of the blocks, and the numbers in them."""

from __future__ import annotations

import random
import re
from dataclasses import replace

from hat.harness.state import HarnessState, Limit, PromptBlock
from hat.hsa.draft import Draft, Family
from hat.hsa.paraphrase import paraphrase

RETRIES = "retries"
"""Numbers whose name contains this belong to the dimension `hooks`."""

_ITEMS = re.compile(r"(?:^[-*] [^\n]*(?:\n|\Z)){2,}", re.MULTILINE)


def reword(draft: Draft, random_: random.Random) -> Draft:
    """Write the blocks in other words. Phrases that a skill quotes stay."""
    phrases = {span for skill in draft.state.skills for rule in skill.rules for span in rule.spans if " " in span}
    prompt = tuple(replace(b, text=paraphrase(b.text, random_, phrases)) for b in draft.state.prompt)
    return replace(draft, state=replace(draft.state, prompt=prompt))


def reorder(draft: Draft, random_: random.Random) -> Draft:
    """Shuffle the movable blocks among their places, and the items of each bulleted list."""
    movable = [block for block in draft.state.prompt if block.movable]
    random_.shuffle(movable)
    prompt = tuple(_shuffle_items(movable.pop() if b.movable else b, random_) for b in draft.state.prompt)
    return replace(draft, state=replace(draft.state, prompt=prompt))


def perturb(draft: Draft, random_: random.Random) -> Draft:
    """Draw the numbers of the prompt anew within their ranges, and runtime limits upwards only.

    A tighter runtime limit could make a request impossible, not just different.
    """
    state = draft.state
    drawn: dict[str, Limit] = {}
    for name, limit in state.limits.items():
        if RETRIES not in name and random_.random() < 0.5:
            drawn[name] = draw(replace(limit, low=limit.value), random_, limit)
    for block in state.prompt:
        for name, limit in block.values.items():
            if RETRIES not in name and name not in state.limits:
                drawn[name] = draw(limit, random_, limit)
    return replace(draft, state=with_limits(state, drawn))


def draw(within: Limit, random_: random.Random, limit: Limit) -> Limit:
    """The limit with a value from a range: a whole number where the limit's value is one, else to one decimal."""
    if isinstance(limit.value, int):
        return replace(limit, value=random_.randint(int(within.low), int(within.high)))
    return replace(limit, value=round(random_.uniform(within.low, within.high), 1))


def with_limits(state: HarnessState, drawn: dict[str, Limit]) -> HarnessState:
    """The state with other values for runtime limits and for the numbers of the same names in the prompt.

    A number of the prompt keeps its own range, and its value where the new one is not in it.
    """

    def changed(name: str, limit: Limit) -> Limit:
        new = drawn.get(name, limit).value
        return replace(limit, value=new) if limit.low <= new <= limit.high else limit

    prompt = tuple(
        replace(block, values={name: changed(name, limit) for name, limit in block.values.items()})
        for block in state.prompt
    )
    limits = {name: changed(name, limit) for name, limit in state.limits.items()}
    return replace(state, prompt=prompt, limits=limits)


def _shuffle_items(block: PromptBlock, random_: random.Random) -> PromptBlock:
    def shuffled(match: re.Match[str]) -> str:
        items = match[0].rstrip("\n").split("\n")
        return "\n".join(random_.sample(items, len(items))) + match[0][len(match[0].rstrip("\n")) :]

    return replace(block, text=_ITEMS.sub(shuffled, block.text))


PERTURB = Family("system_prompt.perturb", "semantic", 0.5, perturb)
REWORD = Family("system_prompt.reword", "surface", 0.6, reword)
REORDER = Family("system_prompt.reorder", "surface", 0.6, reorder)
