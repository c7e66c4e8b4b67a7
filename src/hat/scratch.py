"""A run's temporary files lie in its folder: what a killed run left is gone with the next one."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

VARIABLE = "TMPDIR"
"""The environment variable that tells a process where its temporary files go."""


@contextmanager
def hold(folder: Path) -> Iterator[None]:
    """Make an empty folder that is there until the block ends; processes started meanwhile use it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = str(folder)
    try:
        yield
    finally:
        if before is None:
            del os.environ[VARIABLE]
        else:
            os.environ[VARIABLE] = before
        shutil.rmtree(folder, ignore_errors=True)
