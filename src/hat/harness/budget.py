"""The token budget of a profile: what the first prompt may take of the model's context."""

from __future__ import annotations

from hat.errors import Fault
from hat.harness.parts import parts
from hat.harness.size import measure
from hat.harness.state import HarnessState


def check_budget(state: HarnessState, most: int) -> list[Fault]:
    """A fault when the first prompt has more than `most` tokens; it names the largest parts."""
    pieces = [part for part in parts(state) if part.when == "first prompt"]
    sizes = measure(state, pieces)
    if sizes.first_prompt <= most:
        return []
    largest = sorted(zip(sizes.parts, pieces, strict=True), key=lambda pair: -pair[0])[:3]
    named = ", ".join(f"{part.kind} {part.name} {size}" for size, part in largest)
    message = f"the first prompt has {sizes.first_prompt} tokens, the profile allows {most}"
    return [Fault("system_prompt", message, f"Shorten it (largest parts: {named}), or raise the budget", "budget")]
