"""Dimension `hooks`: what hooks say and how, how often a tool is retried, and what makes a hook fire."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from hat.harness.state import Hook, Limit
from hat.hsa.draft import Draft, Family
from hat.hsa.paraphrase import paraphrase
from hat.hsa.phrases import BANNED
from hat.hsa.system_prompt import RETRIES, draw, with_limits
from hat.hsa.texts import strings

LAYOUTS: tuple[str, ...] = ("Hook: {}", "[check] {}", "Note: {}", "- {}", "{} Then go on.", "Not yet. {}")
"""How a message may be set; `{}` is the message."""


def reword(draft: Draft, random_: random.Random) -> Draft:
    """Write the messages in other words. Phrases that a skill quotes stay."""
    phrases = {span for skill in draft.state.skills for rule in skill.rules for span in rule.spans if " " in span}
    return _messages(draft, lambda hook: paraphrase(hook.message, random_, phrases))


def restructure(draft: Draft, random_: random.Random) -> Draft:
    """Set all messages in one other layout."""
    layout = random_.choice(LAYOUTS)
    return _messages(draft, lambda hook: layout.replace("{}", hook.message))


def retry(draft: Draft, random_: random.Random) -> Draft:
    """Draw anew how often a failed tool is tried again: runtime and prompt agree on a number in both their ranges."""
    state = draft.state
    limits = {name: limit for name, limit in state.limits.items() if RETRIES in name}
    for block in state.prompt:
        limits |= {name: limit for name, limit in block.values.items() if RETRIES in name}
    if not limits:
        return draft
    common = Limit(0, max(limit.low for limit in limits.values()), min(limit.high for limit in limits.values()))
    if common.low > common.high:
        return draft
    value = draw(common, random_, common).value
    drawn = {name: replace(limit, value=value) for name, limit in limits.items()}
    return replace(draft, state=with_limits(state, drawn))


def trigger(draft: Draft, random_: random.Random) -> Draft:
    """Let each guard that bans phrases fire on one or two more. None is a phrase of the harness."""
    used = "\n".join(strings(draft.state)).lower()
    free = [phrase for phrase in BANNED if phrase not in used]
    hooks = tuple(
        replace(hook, options={**hook.options, "banned": [*hook.options["banned"], *random_.sample(free, 2)]})
        if len(free) > 1 and "banned" in hook.options
        else hook
        for hook in draft.state.hooks
    )
    return replace(draft, state=replace(draft.state, hooks=hooks))


def _messages(draft: Draft, message: Callable[[Hook], str]) -> Draft:
    hooks = tuple(replace(hook, message=message(hook)) if hook.message else hook for hook in draft.state.hooks)
    return replace(draft, state=replace(draft.state, hooks=hooks))


RETRY = Family("hooks.retry", "semantic", 0.4, retry)
TRIGGER = Family("hooks.trigger", "semantic", 0.3, trigger)
REWORD = Family("hooks.reword", "surface", 0.6, reword)
RESTRUCTURE = Family("hooks.restructure", "surface", 0.4, restructure)
