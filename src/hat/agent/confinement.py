"""Confining command hooks: no network, none of the host's sockets in `/run` and `/tmp`, little memory, and nothing to
write to but, 64 MiB each and gone when the hook ends, `/tmp`, where it starts, and `/dev/shm`.

bubblewrap (0.7 or newer) does it where it is installed and may make namespaces. Elsewhere hooks are plain processes,
which is logged once: then the container they run in has to confine them. The limit of memory holds everywhere, but for
each process: what all processes of a hook take together, and how many there are, is for the container to limit.
"""

from __future__ import annotations

import logging
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

_log = logging.getLogger(__name__)

MEMORY = 2 * 2**30
"""Bytes of its own that a process of a hook may have."""

_PRIVATE = ("--size", str(64 * 2**20), "--tmpfs")
_BUBBLEWRAP = (
    *("bwrap", "--unshare-all", "--die-with-parent", "--ro-bind", "/", "/", "--proc", "/proc"),
    *("--dev", "/dev", *_PRIVATE, "/dev/shm", "--remount-ro", "/dev", "--tmpfs", "/run", "--remount-ro", "/run"),
    *(*_PRIVATE, "/tmp", "--setenv", "TMPDIR", "/tmp", "--ro-bind", sys.prefix, sys.prefix, "--chdir", "/tmp"),
)
"""What is in `/tmp` is hidden, but not the Python environment that HAT runs in."""


def confined(command: str, folder: Path) -> list[str]:
    """The shell command as it runs confined: it starts in `/tmp`, where `hooks` is what `folder` has there."""
    limited = ["/bin/sh", "-c", f'ulimit -d {MEMORY // 1024} && exec /bin/sh -c "$1"', "sh", command]
    if not can_confine():
        return limited
    return [*_BUBBLEWRAP, "--ro-bind", str(folder / "hooks"), "/tmp/hooks", *limited]


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
