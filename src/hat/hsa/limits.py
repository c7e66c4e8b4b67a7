"""Drawing the numbers of a harness anew within their ranges."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import replace

from hat.harness.state import HarnessState, Limit

RETRIES = "retries"
"""Numbers whose name contains this belong to the dimension `hooks`, all others to `system_prompt`."""


def draw(limit: Limit, random_: random.Random) -> float | int:
    """A value within the range: a whole number where the present one is, else to one decimal; else the present one."""
    low, high = math.ceil(limit.low), math.floor(limit.high)
    if isinstance(limit.value, int):
        return random_.randint(low, high) if low <= high else limit.value
    return min(max(round(random_.uniform(limit.low, limit.high), 1), limit.low), limit.high)


def with_values(state: HarnessState, values: Mapping[str, float | int]) -> HarnessState:
    """The state with these values for the runtime limits and the numbers of the prompt that have these names.

    A number keeps its own range, and its value where the new one is not in it.
    """

    def changed(limits: Mapping[str, Limit]) -> dict[str, Limit]:
        return {
            name: replace(limit, value=values[name])
            if name in values and limit.low <= values[name] <= limit.high
            else limit
            for name, limit in limits.items()
        }

    prompt = tuple(replace(block, values=changed(block.values)) for block in state.prompt)
    return replace(state, prompt=prompt, limits=changed(state.limits))
