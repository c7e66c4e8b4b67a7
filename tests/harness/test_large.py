"""Reading and checking what is large takes seconds, whatever it is made of."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from hat.harness.load import read_harness
from tests.harness.large import LARGE


@pytest.mark.slow
@pytest.mark.parametrize("case", LARGE)
def test_a_large_file_is_checked_within_seconds(folder: Path, case: str) -> None:
    for file, text in LARGE[case].items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(text)
    started = time.process_time()
    read_harness(folder)
    assert time.process_time() - started < 5
