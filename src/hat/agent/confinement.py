"""Confining command hooks: no network, and nothing to write to but their own folder and a private place for temporary
files.

bubblewrap does it where it is installed and may make namespaces. Elsewhere hooks are plain processes, which is logged
once: then the container they run in has to confine them.
"""

from __future__ import annotations

import logging
import shutil
import subprocess
from functools import cache
from pathlib import Path

_log = logging.getLogger(__name__)

_BUBBLEWRAP = (
    *("bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--setenv", "TMPDIR", "/dev/shm"),
    *("--unshare-all", "--die-with-parent"),
)


def confined(command: list[str], folder: Path | None) -> list[str]:
    """The command as it runs confined, with `folder`, where it starts, open for writing.

    Without one it starts in the current folder and has nothing to write to.
    """
    if not can_confine():
        return command
    place = str((folder or Path()).resolve())
    return [*_BUBBLEWRAP, "--bind" if folder else "--ro-bind", place, place, "--chdir", place, *command]


@cache
def can_confine() -> bool:
    """Whether bubblewrap works here."""
    if shutil.which("bwrap"):
        try:
            subprocess.run([*_BUBBLEWRAP, "true"], capture_output=True, timeout=10, check=True)
        except (OSError, subprocess.SubprocessError) as error:
            _log.warning("command hooks run unconfined: bubblewrap cannot make namespaces here (%s)", error)
            return False
        return True
    _log.warning("command hooks run unconfined: install bubblewrap, or run HAT in a container that confines them")
    return False
