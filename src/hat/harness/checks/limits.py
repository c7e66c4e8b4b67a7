"""Limits and prompt values lie in their ranges, and every limit that the agent loop needs is there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from math import inf

from hat.harness.checks.flaw import Flaw, block_file
from hat.harness.format.limit import format_limit
from hat.harness.format.manifest import MANIFEST
from hat.harness.state import HarnessState, Limit

REQUIRED_LIMITS: Mapping[str, Limit] = {
    "max_turns": Limit(8, 3, 12),
    "max_reply_chars": Limit(160, 80, 400),
    "tool_timeout_s": Limit(2, 0.5, 10),
    "max_retries": Limit(1, 0, 3),
}
"""The limits that the agent loop reads, with usual values."""

BOUNDS: Mapping[str, tuple[float, float]] = {
    "max_turns": (1, 100),
    "max_reply_chars": (1, 100_000),
    "tool_timeout_s": (0.001, 600),
    "max_retries": (0, 100),
}
"""What the ranges of these limits may span."""

_USE = re.compile(r"\{(\w+)\}")


def check_limits(state: HarnessState) -> Iterator[Flaw]:
    """`harness.yaml`: required limits present, each value inside its range."""
    for name, usual in REQUIRED_LIMITS.items():
        if name not in state.limits:
            remedy = f"Write `{name}: {format_limit(usual)}` under `limits:`"
            yield Flaw(MANIFEST, "limit-missing", f"`limits.{name}` is missing", remedy, location=("limits",))
    for name, limit in state.limits.items():
        place = ("limits", name)
        if problem := _problem(limit) or _out_of_bounds(name, limit):
            yield Flaw(MANIFEST, "limit-range", f"`limits.{name}`: {problem[0]}", problem[1], location=place)
        if name not in REQUIRED_LIMITS:
            message, remedy = f"`limits.{name}` has no effect", f"The limits are {', '.join(REQUIRED_LIMITS)}"
            yield Flaw(MANIFEST, "limit-unknown", message, remedy, location=place, severity="warning")


def check_values(state: HarnessState) -> Iterator[Flaw]:
    """Prompt blocks: each value inside its range and used, each `{name}` with a value."""
    for block in state.prompt:
        used = set(_USE.findall(block.text))
        for name, limit in block.values.items():
            if problem := _problem(limit):
                yield Flaw(block_file(block.id), "limit-range", f"`{name}`: {problem[0]}", problem[1], f"{{{name}:")
            if name not in used:
                remedy = f"Write `{{{name}}}` in the text or drop the value"
                yield Flaw(block_file(block.id), "value-unused", f"`{name}` is not used", remedy)
        for name in sorted(used - set(block.values)):
            remedy = f"Write `{{{name}: value | low..high}}` at its first place"
            message = f"`{{{name}}}` has no value in this block"
            yield Flaw(block_file(block.id), "value-missing", message, remedy, f"{{{name}}}")


def _problem(limit: Limit) -> tuple[str, str] | None:
    """What is wrong with a limit, and the remedy."""
    if limit.low > limit.high:
        return f"the range {limit.low}..{limit.high} is empty", f"Write {limit.high}..{limit.low}"
    if not limit.low <= limit.value <= limit.high:
        return (
            f"{limit.value} is outside its range {limit.low}..{limit.high}",
            f"Write a value from {limit.low} to {limit.high}, or widen the range",
        )
    return None


def _out_of_bounds(name: str, limit: Limit) -> tuple[str, str] | None:
    least, most = BOUNDS.get(name, (-inf, inf))
    if not least <= limit.low <= limit.high <= most:
        return (
            f"the range {limit.low}..{limit.high} leaves {least:g}..{most:g}",
            f"Write a range in {least:g}..{most:g}",
        )
    if name.startswith("max_") and not all(isinstance(n, int) for n in (limit.value, limit.low, limit.high)):
        return "is no whole number", "Write whole numbers, such as `8 | 3..12`"
    return None
