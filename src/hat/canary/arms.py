"""What the three arms serve on this machine."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hat.agent import service
from hat.canary.spec import CANDIDATE, CHAMPION, CONTROL, Arm
from hat.harness.load import load_harness
from hat.harness.state import HarnessState
from hat.registry.release import Release
from hat.sources import code_digest
from hat.storage import digest_folder
from hat.train.policy import checked


@dataclass(frozen=True)
class LocalArm:
    """A release behind a local agent service, in the agent loop or as ReAct agent."""

    release: Release
    react: bool = False

    @property
    def arm(self) -> Arm:
        """The immutable tuple. The code that serves stands in for an image."""
        image = f"{code_digest(Path(service.__file__))}{'+react' if self.react else ''}"
        return Arm(self.release.harness_digest, self.release.model_digest, image)

    @property
    def harness(self) -> HarnessState:
        """The harness that it serves under."""
        return load_harness(self.release.harness)

    @property
    def command(self) -> Sequence[str]:
        """Starts the service; `--port N` is still to be added."""
        options = ["--model", str(self.release.model), "--harness", str(self.release.harness)]
        return [sys.executable, "-m", service.__name__, *options, *(["--react"] if self.react else [])]


def local_arms(candidate: Release, champion: Release | None, base: Path) -> dict[str, LocalArm]:
    """The arms by name. Without a champion the untrained base, under the candidate's harness, stands in as version 0.

    Control runs the champion's model, so that it answers whatever is wrong with the candidate's.
    """
    champion = champion or _untrained(base, candidate)
    return {
        CANDIDATE: LocalArm(candidate),
        CHAMPION: LocalArm(champion),
        CONTROL: LocalArm(champion, react=True),
    }


def _untrained(base: Path, candidate: Release) -> Release:
    return Release(
        name=candidate.name,
        version=0,
        model=checked(base),
        harness=candidate.harness,
        model_digest=digest_folder(base),
        harness_digest=candidate.harness_digest,
        commit=candidate.commit,
    )
