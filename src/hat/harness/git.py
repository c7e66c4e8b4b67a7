"""What git says about a folder."""

from __future__ import annotations

import subprocess
from pathlib import Path

from hat.errors import HatError

PATIENCE = 60
"""Seconds."""


def git(folder: Path, *arguments: str) -> bytes | None:
    """What git prints; None when it refuses or is not installed. Raises HatError when it does not answer."""
    try:
        done = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, timeout=PATIENCE, check=True)
    except subprocess.TimeoutExpired as error:
        raise HatError(f"git {arguments[0]} in {folder} did not answer within {PATIENCE} s: run it by hand") from error
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout
