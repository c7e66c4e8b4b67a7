import errno
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hat import storage
from hat.disk import explain
from hat.errors import HatError

numbers = st.sampled_from(sorted(errno.errorcode))
paths = st.sampled_from(["/runs/mine", "/runs/mine/result.json"])


@given(numbers, paths)
def test_every_refusal_of_the_system_is_told_with_its_path(number: int, path: str) -> None:
    told = explain(OSError(number, os.strerror(number), path))
    assert isinstance(told, HatError)
    assert str(told).startswith(f"{path}: ")


@given(numbers, st.lists(st.sampled_from(["cause", "context"]), min_size=1, max_size=5))
def test_causes_that_form_a_ring_end(number: int, links: list[str]) -> None:
    ring: list[BaseException] = [OSError(number, os.strerror(number)), *(ValueError() for _ in links[1:])]
    for error, link, after in zip(ring, links, [*ring[1:], ring[0]], strict=True):
        setattr(error, f"__{link}__", after)
    explain(ring[0])


def test_a_library_that_renames_the_error_is_seen_through() -> None:
    error = ValueError("io error")
    error.__cause__ = OSError(errno.ENOSPC, "full")
    assert str(explain(error, Path("/runs/mine"))).startswith("/runs/mine: no space is left")
    assert str(explain(error)).startswith("No space is left")
    assert explain(ValueError(), Path("/runs/mine")) is None


def test_a_full_disk_names_the_file_that_was_to_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space") as refused:
        storage.write_text(tmp_path / "report.html", "text")
    assert str(explain(refused.value)).startswith(f"{tmp_path / 'report.html'}: no space is left on the disk")
