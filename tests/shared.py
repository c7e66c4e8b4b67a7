"""Data that tests read but that is not part of the repository: real skills, MCP tools, public test vectors.

It lies in the folder that `HAT_SHARED` names, else in `shared/` beside the repository. Where neither is given, tests
that need it skip; where `HAT_SHARED` is set, as continuous integration does, what is missing in it fails them.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

_BESIDE = Path(__file__).parents[2] / "shared"


def shared(name: str) -> Path:
    """The file or folder of that name among the shared data."""
    path = Path(os.environ.get("HAT_SHARED", _BESIDE)) / name
    if not path.exists() and "HAT_SHARED" not in os.environ:
        pytest.skip(f"{path} is not here; set HAT_SHARED to the folder that holds {name}")
    assert path.exists(), f"{path} is missing"
    return path
