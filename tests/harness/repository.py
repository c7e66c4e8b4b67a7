"""Git repositories that tests make."""

from __future__ import annotations

import subprocess
from pathlib import Path


def git(folder: Path, *arguments: str) -> str:
    """What git prints in a folder."""
    identity = ("-c", "user.name=t", "-c", "user.email=t@example.org")
    done = subprocess.run(["git", *identity, *arguments], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()
