"""One process at a time in a folder."""

from __future__ import annotations

import fcntl
import json
import os
import shlex
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from hat.errors import BadInput, Fault

NAME = ".lock"
"""The file in a locked folder that says who holds it."""


@contextmanager
def hold(folder: Path) -> Iterator[None]:
    """Hold `folder` for this process until the block ends, or until the process ends in any way.

    Raises BadInput naming the process that holds it already. The kernel keeps the lock, so a killed holder leaves
    none behind; the file's text only says who holds it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / NAME
    with path.open("a+", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            raise BadInput(_in_use(folder, file.read())) from None
        file.truncate(0)
        holder = {
            "pid": os.getpid(),
            "host": socket.gethostname(),
            "command": shlex.join([Path(sys.argv[0]).name, *sys.argv[1:]]),
            "since": datetime.now(UTC).isoformat(timespec="seconds"),
        }
        file.write(json.dumps(holder))
        file.flush()
        yield


def _in_use(folder: Path, text: str) -> Fault:
    try:
        holder = json.loads(text)
        who = f"process {holder['pid']} on {holder['host']} (`{holder['command']}`, since {holder['since']})"
    except (json.JSONDecodeError, KeyError, TypeError):
        who = "another process"
    return Fault(str(folder), f"is in use by {who}", "Wait until it ends, stop it, or use another folder", "in-use")
