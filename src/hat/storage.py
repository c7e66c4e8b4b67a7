"""Files that are whole or absent, and content digests.

A reader never sees half a file: content goes to a temporary name in the same folder, is flushed to disk, then renamed.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hat.errors import BadInput, Fault

IGNORED = frozenset({"__pycache__", ".git"})
"""Folder names that no folder digest or listing looks into."""


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file atomically, where a link leads if `path` is one. Missing parent folders are made.

    Raises OSError, and BadInput for a device or a folder; then `path` is as it was before.
    """
    if path.exists() and not path.is_file():
        raise BadInput(Fault(str(path), "is no file that can be replaced", "Name a new file"))
    path = real(path)
    with _naming(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            Path(name).chmod(0o644)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
        sync_folder(path.parent)


def real(path: Path) -> Path:
    """The absolute path, links followed as far as they lead."""
    return Path(os.path.realpath(path))


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """An OSError names the file that a person asked for, where it named a temporary one or none."""
    try:
        yield
    except OSError as error:
        error.filename = str(path)
        raise


def write_text(path: Path, text: str) -> None:
    """Write UTF-8 text atomically. What is no Unicode, as in odd file names, is written as JSON would."""
    write_bytes(path, text.encode(errors="backslashreplace"))


def write_json(path: Path, value: Any) -> None:
    """Write a JSON-able value atomically, indented for people."""
    write_text(path, json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def check_free(path: Path) -> None:
    """Raise BadInput when a folder that is to be written holds something already, or is none."""
    if path.exists() and not (path.is_dir() and not any(path.iterdir())):
        raise BadInput(Fault(str(path), "exists already", "Name a new or an empty folder", "exists"))


@contextmanager
def write_folder(path: Path) -> Iterator[Path]:
    """A new temporary folder that becomes `path` when the block ends well, and vanishes when it fails.

    `path` must not exist yet, or be an empty folder or a link to one; that stays the folder it is.
    """
    path = real(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=f".{path.name}.", ignore_cleanup_errors=True) as name:
        inside = Path(name) / path.name
        inside.mkdir()
        yield inside
        if path.is_dir():
            for made in inside.iterdir():
                made.replace(path / made.name)
        else:
            inside.replace(path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Flush a folder's names to disk, so that a rename in it outlives a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def canonical(value: Any) -> bytes:
    """The one JSON text of a JSON-able value: sorted keys, no blanks, UTF-8. Raises ValueError on NaN and infinity."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return text.encode(errors="surrogatepass")


def digest_json(value: Any) -> str:
    """`sha256:<hex>` of a JSON-able value's canonical text."""
    return f"sha256:{hashlib.sha256(canonical(value)).hexdigest()}"


def digest_file(path: Path) -> str:
    """`sha256:<hex>` of a file's bytes."""
    with path.open("rb") as file:
        return f"sha256:{hashlib.file_digest(file, 'sha256').hexdigest()}"


def files_in(folder: Path) -> list[Path]:
    """All files under a folder, in the order of their relative POSIX names."""
    files = (p for p in folder.rglob("*") if p.is_file() and not IGNORED.intersection(p.relative_to(folder).parts))
    return sorted(files, key=lambda p: p.relative_to(folder).as_posix())


def digest_folder(folder: Path) -> str:
    """`sha256:<hex>` of the names and bytes of all files under a folder; times and modes do not count."""
    return digest_json({p.relative_to(folder).as_posix(): digest_file(p) for p in files_in(folder)})
