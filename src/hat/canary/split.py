"""Where traffic goes right now. The only part of a running experiment that changes."""

from __future__ import annotations

from dataclasses import dataclass

from hat.canary.assignment import assign
from hat.canary.spec import CHAMPION, Stage


@dataclass
class Split:
    """The stage that runs, or None: then the champion serves everyone (a ramp of 0)."""

    stage: Stage | None = None

    def arm_of(self, viewer: str) -> str:
        """The viewer's arm."""
        return assign(self.stage.salt, viewer, self.stage.shares) if self.stage else CHAMPION
