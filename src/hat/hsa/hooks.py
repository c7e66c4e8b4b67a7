"""Dimension `hooks`: what hooks say and how, how often a tool is retried, and what makes a hook fire."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import replace

from hat.harness.state import Hook, Limit
from hat.harness.strings import strings
from hat.hsa.draft import Draft, Family
from hat.hsa.limits import RETRIES, draw, with_values
from hat.hsa.phrases import BANNED

LAYOUTS: tuple[str, ...] = ("Hook: {}", "[check] {}", "Note: {}", "- {}", "{} Then go on.", "Not yet. {}")
"""How a message may be set; `{}` is the message."""


def reword(draft: Draft, random_: random.Random, strength: float) -> Draft:
    """Write the messages in other words. Phrases that a skill quotes stay."""
    phrases = {span for skill in draft.state.skills for rule in skill.rules for span in rule.spans if " " in span}
    return _messages(
        draft,
        lambda hook: draft.paraphrase(hook.message, random_, phrases) if random_.random() < strength else hook.message,
    )


def restructure(draft: Draft, random_: random.Random, strength: float) -> Draft:
    """Set messages in one other layout."""
    layout = random_.choice(LAYOUTS)
    return _messages(
        draft, lambda hook: layout.replace("{}", hook.message) if random_.random() < strength else hook.message
    )


def retry(draft: Draft, random_: random.Random, strength: float) -> Draft:
    """Draw anew how often a failed tool is tried again: runtime and prompt agree on a number in both their ranges.

    There is one such number: it changes, or not, with probability `strength`.
    """
    numbers = [draft.state.limits, *(block.values for block in draft.state.prompt)]
    limits = {name: limit for group in numbers for name, limit in group.items() if RETRIES in name}
    low = max((limit.low for limit in limits.values()), default=1)
    high = min((limit.high for limit in limits.values()), default=0)
    if low > high or random_.random() >= strength:
        return draft
    value = draw(Limit(math.ceil(low), low, high), random_)
    return replace(draft, state=with_values(draft.state, dict.fromkeys(limits, value)))


def trigger(draft: Draft, random_: random.Random, strength: float) -> Draft:
    """Let a guard that bans phrases fire on two more. None is a phrase of the harness."""
    used = "\n".join(strings(draft.state)).lower()
    free = [phrase for phrase in BANNED if phrase not in used]
    hooks = tuple(
        replace(hook, options={**hook.options, "banned": [*hook.options["banned"], *random_.sample(free, 2)]})
        if len(free) > 1 and "banned" in hook.options and random_.random() < strength
        else hook
        for hook in draft.state.hooks
    )
    return replace(draft, state=replace(draft.state, hooks=hooks))


def _messages(draft: Draft, message: Callable[[Hook], str]) -> Draft:
    hooks = tuple(replace(hook, message=message(hook)) if hook.message else hook for hook in draft.state.hooks)
    return replace(draft, state=replace(draft.state, hooks=hooks))


RETRY = Family("hooks.retry", "semantic", 0.4, 1.0, retry)
TRIGGER = Family("hooks.trigger", "semantic", 0.3, 1.0, trigger)
REWORD = Family("hooks.reword", "surface", 0.6, 1.0, reword)
RESTRUCTURE = Family("hooks.restructure", "surface", 0.4, 1.0, restructure)
