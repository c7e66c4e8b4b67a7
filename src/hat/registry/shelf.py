"""Keeps folders by content: what a version points to stays, whatever becomes of the run that made it.

Files are hard links where the disk allows, so that keeping a model costs no space and no time. That is safe because
stages replace files, they never write into them.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from hat.storage import digest_folder, files_in, write_folder


def keep(folder: Path, shelf: Path) -> Path:
    """The kept copy of a folder: `<shelf>/<the first 16 digits of its digest>`."""
    kept = shelf / digest_folder(folder).removeprefix("sha256:")[:16]
    if not kept.exists():
        with write_folder(kept) as new:
            for file in files_in(folder):
                _link(file, new / file.relative_to(folder))
    return kept


def _link(file: Path, place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.link(file, place)
    except OSError:
        shutil.copyfile(file, place)
