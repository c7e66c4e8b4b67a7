"""Which arm a viewer gets: GrowthBook's hash, version 2, so that any GrowthBook SDK agrees.

A viewer's bucket depends on the salt and the viewer only. Arms take consecutive ranges of `[0, 1)` in the order given:
while a ramp raises the first arm's share under one salt, a viewer who is in stays in.
"""

from __future__ import annotations

from collections.abc import Mapping


def fnv1a32(text: str) -> int:
    """The 32-bit FNV-1a hash of the text's UTF-8 bytes."""
    value = 0x811C9DC5
    for byte in text.encode():
        value = (value ^ byte) * 0x01000193 % 2**32
    return value


def bucket(salt: str, viewer: str) -> float:
    """Where the viewer falls in `[0, 1)`, in steps of 1/10,000 (GrowthBook `hash(seed, value, version=2)`)."""
    return fnv1a32(str(fnv1a32(salt + viewer))) % 10_000 / 10_000


def assign(salt: str, viewer: str, shares: Mapping[str, float]) -> str:
    """The viewer's arm. `shares` are fractions that sum to 1; each arm's range follows the one before it.

    Raises ValueError when the shares leave the viewer without an arm.
    """
    place, edge = bucket(salt, viewer), 0.0
    for arm, share in shares.items():
        edge += share
        if place < edge - 1e-9:  # a sum such as 0.05 + 0.9 may come out a hair above the bucket it ends at
            return arm
    raise ValueError(f"the shares {dict(shares)} sum to {edge:g}, not to 1")
