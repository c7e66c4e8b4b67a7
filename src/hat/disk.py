"""What the operating system says about a disk, in words that help."""

from __future__ import annotations

import errno
import shutil
from pathlib import Path

from hat.errors import HatError

_REMEDIES = {
    errno.ENOSPC: ("no space is left on the disk", "Free some, or choose a folder on another disk"),
    errno.EDQUOT: ("the disk quota is used up", "Free some space, or choose another folder"),
    errno.EROFS: ("the file system is read-only", "Choose a folder that can be written"),
    errno.EACCES: ("permission is denied", "Choose a folder that you may write, or change its owner or mode"),
    errno.EPERM: ("the operation is not permitted", "Choose a folder that you may write"),
    errno.EEXIST: ("a file is where a folder is needed", "Choose another folder"),
    errno.ENOTDIR: ("a part of the path is a file, not a folder", "Choose another folder"),
}


def explain(error: BaseException, folder: Path) -> HatError | None:
    """The error that tells a person what a disk refused and what to do; None when the disk is not to blame.

    Libraries that wrap or rename the operating system's error are seen through: its cause is followed, and a full disk
    under `folder` explains any error.
    """
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, OSError) and cause.errno in _REMEDIES:
            return _say(Path(str(cause.filename or folder)), cause.errno)
        cause = cause.__cause__ or cause.__context__
    if folder.exists() and shutil.disk_usage(folder).free == 0:
        return _say(folder, errno.ENOSPC)
    return None


def _say(path: Path, number: int) -> HatError:
    what, remedy = _REMEDIES[number]
    return HatError(f"{path}: {what}. {remedy}")
