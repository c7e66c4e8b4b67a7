"""How far a stage is: one printed line at a time, which the run's board shows in place."""

from __future__ import annotations

import time

PAUSE_S = 0.5
"""Lines are printed at most this often, in seconds; the last one always is."""


class Progress:
    """Counts `things` up to `total`, from `done` on."""

    def __init__(self, things: str, total: int, done: int = 0) -> None:
        self.things, self.total, self.done = things, total, done
        self._started, self._first, self._said = time.monotonic(), done, 0.0

    def advance(self, count: int = 1, note: str = "") -> None:
        """Count, and print how far it is, the note, and how long the rest takes at the speed so far."""
        self.done += count
        now = time.monotonic()
        if now - self._said < PAUSE_S and self.done < self.total:
            return
        self._said = now
        left = (now - self._started) / (self.done - self._first) * (self.total - self.done)
        parts = [f"{self.things} {self.done}/{self.total}", note, f"{left:.0f} s left" if left else ""]
        print(", ".join(part for part in parts if part), flush=True)
