"""What the operating system says about a disk, in words that help."""

from __future__ import annotations

import errno
import shutil
from collections.abc import Iterator
from pathlib import Path

from hat.errors import HatError

_REMEDIES = {
    errno.ENOSPC: ("no space is left on the disk", "Free some, or choose a folder on another disk"),
    errno.EDQUOT: ("the disk quota is used up", "Free some space, or choose another folder"),
    errno.EROFS: ("the file system is read-only", "Choose a folder that can be written"),
    errno.EACCES: ("permission is denied", "Choose a folder that you may write, or change its owner or mode"),
    errno.EPERM: ("the operation is not permitted", "Choose a folder that you may write"),
    errno.EEXIST: ("a file, or a link that leads nowhere, is where a folder is needed", "Choose another folder"),
    errno.ENOTDIR: ("a part of the path is a file, not a folder", "Choose another folder"),
    errno.ENAMETOOLONG: ("the path is too long", "Choose a shorter one"),
    errno.ELOOP: ("the symbolic links lead in a circle", "Correct the links, or choose another folder"),
    errno.EIO: ("the disk cannot be read or written", "Check the disk, or choose a folder on another one"),
    errno.EBUSY: ("is in use by another program", "Stop that, or choose another folder"),
    errno.EMFILE: ("too many files are open", "Allow more with `ulimit -n`"),
    errno.ENFILE: ("too many files are open on this machine", "Close other programs"),
}


def explain(error: BaseException, folder: Path | None = None) -> HatError | None:
    """The error that tells a person what a disk refused and what to do; None when the disk is not to blame.

    Libraries that wrap or rename the operating system's error are seen through: its causes are followed, and a full
    disk under `folder` explains any error. `folder` is named where the operating system names no file.
    """
    for cause in _causes(error):
        if isinstance(cause, OSError) and cause.errno in _REMEDIES:
            return _say(cause.filename or folder, *_REMEDIES[cause.errno])
    if folder is not None and folder.exists() and shutil.disk_usage(folder).free == 0:
        return _say(folder, *_REMEDIES[errno.ENOSPC])
    if isinstance(error, OSError) and error.filename is not None:
        return _say(error.filename, error.strerror or str(error), "Check the path, or choose another")
    return None


def _causes(error: BaseException) -> Iterator[BaseException]:
    """The error and what led to it. A program can tie causes into a ring: each comes once."""
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        yield cause
        cause = cause.__cause__ or cause.__context__


def _say(place: object, what: str, remedy: str) -> HatError:
    return HatError(f"{place}: {what}. {remedy}" if place else f"{what[0].upper()}{what[1:]}. {remedy}")
