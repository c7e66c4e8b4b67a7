"""Checkpoints that can be trusted: each carries the digests of its files, written last.

A checkpoint without `manifest.json` is half written (the process was killed); one whose files differ from it is
corrupt. Both are named and passed over for the one before.
"""

from __future__ import annotations

import json
import logging
from pathlib import Path

from hat.storage import digest_file, files_in, write_json

MANIFEST = "manifest.json"

log = logging.getLogger(__name__)


def seal(checkpoint: Path) -> None:
    """Write the manifest of a finished checkpoint folder."""
    write_json(checkpoint / MANIFEST, _digests(checkpoint))


def fault_of(checkpoint: Path) -> str | None:
    """Why a checkpoint cannot be used, naming the file; None when it is whole."""
    try:
        sealed = json.loads((checkpoint / MANIFEST).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return "is half written"
    except ValueError:
        return f"is corrupt: {MANIFEST} is no JSON"
    found = _digests(checkpoint)
    wrong = sorted(name for name in sealed.keys() | found.keys() if sealed.get(name) != found.get(name))
    return f"is corrupt: {', '.join(wrong)}" if wrong else None


def last_good(folder: Path) -> Path | None:
    """The newest whole `checkpoint-<step>` of a folder; None when there is none and training starts anew."""
    for checkpoint in sorted(folder.glob("checkpoint-*"), key=_step, reverse=True):
        fault = fault_of(checkpoint)
        if fault is None:
            return checkpoint
        log.warning("%s %s; falling back to the checkpoint before it", checkpoint, fault)
    return None


def _step(checkpoint: Path) -> int:
    return int(checkpoint.name.removeprefix("checkpoint-"))


def _digests(checkpoint: Path) -> dict[str, str]:
    return {
        path.relative_to(checkpoint).as_posix(): digest_file(path)
        for path in files_in(checkpoint)
        if path.name != MANIFEST
    }
