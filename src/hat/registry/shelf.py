"""Keeps folders by content: what a version points to stays, whatever becomes of the run that made it.

Files are hard links where the disk allows, so that keeping a model costs no space and no time. That is safe because
stages replace files, they never write into them.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from hat.cache import RESULT, input_digest
from hat.storage import files_in, write_folder


def keep(folder: Path, shelf: Path) -> Path:
    """The kept copy of a folder, `<shelf>/<digest>`: its files without hidden ones and the stage's result."""
    kept = shelf / input_digest(folder).removeprefix("sha256:")[:16]
    if not kept.exists():
        with write_folder(kept) as new:
            for file in files_in(folder):
                place = file.relative_to(folder)
                if not file.name.startswith(".") and place != Path(RESULT):
                    _link(file, new / place)
    return kept


def _link(file: Path, place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.link(file, place)
    except OSError:
        shutil.copyfile(file, place)
