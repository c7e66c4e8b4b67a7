"""Checkpoints that can be trusted: each carries the digests of its files, written last.

A checkpoint without `manifest.json` is half written (the process was killed); one whose files differ from it is
corrupt. Both are named and removed, and the one before is used.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

from hat.storage import digest_file, files_in, write_json

MANIFEST = "manifest.json"


def seal(checkpoint: Path) -> None:
    """Write the manifest of a finished checkpoint folder."""
    write_json(checkpoint / MANIFEST, _digests(checkpoint))


def fault_of(checkpoint: Path) -> str | None:
    """Why a checkpoint cannot be used, naming the file; None when it is whole."""
    if not checkpoint.is_dir():
        return "is no folder"
    try:
        sealed = json.loads((checkpoint / MANIFEST).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return "is half written"
    except (OSError, ValueError, RecursionError) as error:
        return f"is corrupt: {MANIFEST} cannot be read ({error})"
    if not isinstance(sealed, dict):
        return f"is corrupt: {MANIFEST} holds no digests"
    found = _digests(checkpoint)
    wrong = sorted(name for name in sealed.keys() | found.keys() if sealed.get(name) != found.get(name))
    return f"is corrupt: {', '.join(wrong)}" if wrong else None


def last_good(folder: Path, told: Callable[[str], None]) -> Path | None:
    """The newest whole `checkpoint-<step>` of a folder; None when there is none and training starts anew.

    Newer ones are removed, and `told` hears why.
    """
    checkpoints = [path for path in folder.glob("checkpoint-*") if _step(path).isdecimal()]
    for checkpoint in sorted(checkpoints, key=lambda path: int(_step(path)), reverse=True):
        fault = fault_of(checkpoint)
        if fault is None:
            return checkpoint
        told(f"{checkpoint} {fault}; training goes on from the checkpoint before it, or starts anew")
        if checkpoint.is_dir():
            shutil.rmtree(checkpoint)
        else:
            checkpoint.unlink()
    return None


def _step(checkpoint: Path) -> str:
    return checkpoint.name.removeprefix("checkpoint-")


def _digests(checkpoint: Path) -> dict[str, str]:
    return {
        path.relative_to(checkpoint).as_posix(): digest_file(path)
        for path in files_in(checkpoint)
        if path.name != MANIFEST
    }
