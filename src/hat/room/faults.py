"""When tools fail: a plan that depends on its seed and the call alone, so a request meets the same faults again."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Literal

FaultKind = Literal["timeout", "malformed", "denied"]
FAULT_KINDS: tuple[FaultKind, ...] = ("timeout", "malformed", "denied")


@dataclass(frozen=True)
class FaultPlan:
    """First calls fail at `rate`; a call that has failed fails again at `repeat`, with the same kind."""

    rate: float
    kinds: tuple[FaultKind, ...] = FAULT_KINDS
    repeat: float = 0.3
    seed: int = 0

    def fault(self, request_id: str, implementation: str, attempt: int) -> FaultKind | None:
        """How the call fails, or None. `attempt` counts the earlier calls of that implementation in the episode."""
        rng = random.Random(f"fault/{self.seed}/{request_id}/{implementation}")
        kind = rng.choice(self.kinds)
        failures = 0
        while failures <= attempt and rng.random() < (self.repeat if failures else self.rate):
            failures += 1
        return kind if attempt < failures else None
