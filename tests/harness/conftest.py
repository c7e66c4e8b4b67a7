from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from hat.harness.load import load_harness
from hat.harness.state import HarnessState

DEFAULT = Path(__file__).parents[2] / "harness_repo"


@pytest.fixture(scope="session")
def default() -> HarnessState:
    return load_harness(DEFAULT)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the default harness that a test may break."""
    return shutil.copytree(DEFAULT, tmp_path / "harness")
