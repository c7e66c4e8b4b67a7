"""Independent random streams from one seed."""

from __future__ import annotations

import hashlib
import random


def stream(seed: int, purpose: str) -> random.Random:
    """A generator of its own for each purpose: what one transform draws never shifts what another draws."""
    return random.Random(hashlib.sha256(f"{seed}/{purpose}".encode()).digest())
