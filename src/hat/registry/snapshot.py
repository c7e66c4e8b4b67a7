"""What a snapshot of a harness says about itself."""

from __future__ import annotations

import json
from pathlib import Path


def harness_folder(path: Path) -> Path:
    """The harness folder in the snapshot stage's folder, or `path` when it is one."""
    return path / "harness" if (path / "harness").is_dir() else path


def commit_of(path: Path) -> str:
    """The git commit that a snapshot was taken from, as `harness.json` beside the harness says; empty when unknown."""
    description = harness_folder(path).parent / "harness.json"
    return (json.loads(description.read_text(encoding="utf-8"))["commit"] or "") if description.exists() else ""
