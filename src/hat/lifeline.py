"""A run's processes end with it, even when it is killed: none stays behind to write where the next run works.

The run keeps a named pipe open; the kernel closes it when the run ends, in whatever way. Each stage waits for that in
a thread, and then ends its whole process group: itself and the services that it started.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

VARIABLE = "HAT_LIFELINE"
"""The environment variable that tells a stage's process which pipe to watch. In a cluster there is none."""


@contextmanager
def hold(path: Path) -> Iterator[None]:
    """Make the pipe and hold it until the block or this process ends; processes started meanwhile find it."""
    os.mkfifo(path)
    handle = os.open(path, os.O_RDWR)
    os.environ[VARIABLE] = str(path)
    try:
        yield
    finally:
        del os.environ[VARIABLE]
        os.close(handle)
        path.unlink()


def watch() -> None:
    """Make this process the head of a process group that ends when the run's lifeline does."""
    path = os.environ.get(VARIABLE)
    if path is None:
        return
    os.setpgid(0, 0)
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    os.set_blocking(handle, True)
    threading.Thread(target=_wait, args=(handle,), daemon=True).start()


def _wait(handle: int) -> None:
    os.read(handle, 1)
    os.killpg(0, signal.SIGKILL)
