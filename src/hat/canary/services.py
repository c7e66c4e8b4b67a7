"""Local services: processes that serve HTTP on a free port and never outlive the one that started them."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import uvicorn
from fastapi import FastAPI

from hat.errors import InfrastructureError

START_SECONDS = 120
STOP_SECONDS = 5
_PR_SET_PDEATHSIG = 1


def free_port() -> int:
    """A TCP port of 127.0.0.1 that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(commands: Mapping[str, Sequence[str]], logs: Path) -> Iterator[dict[str, str]]:
    """Start a process for each command (with `--port N` added); their base URLs by name, once all are healthy.

    What they print goes to `<logs>/<name>.log`. Raises InfrastructureError when one does not come up. Call it from
    the main thread: the kernel kills the processes when the thread that started them ends.
    """
    with ExitStack() as stack:
        started = {}
        for name, command in commands.items():
            port = free_port()
            process = stack.enter_context(_process([*command, "--port", str(port)], logs / f"{name}.log"))
            started[name] = process, f"http://127.0.0.1:{port}"
        for name, (process, url) in started.items():
            _wait(name, process, url, logs / f"{name}.log")
        yield {name: url for name, (_, url) in started.items()}


@contextmanager
def served(app: FastAPI) -> Iterator[str]:
    """Serve an application from a thread of this process; its base URL."""
    port = free_port()
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, log_level="warning"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        deadline = time.monotonic() + START_SECONDS
        while not server.started:
            if not thread.is_alive() or time.monotonic() > deadline:
                raise InfrastructureError("start", f"the gateway did not start on port {port}")
            time.sleep(0.01)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(STOP_SECONDS)


@contextmanager
def _process(command: Sequence[str], log: Path) -> Iterator[subprocess.Popen[bytes]]:
    log.parent.mkdir(parents=True, exist_ok=True)
    environment = os.environ | {"OMP_NUM_THREADS": "1", "TOKENIZERS_PARALLELISM": "false"}
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            env=environment,
            preexec_fn=_die_with_parent,
        )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _die_with_parent() -> None:
    """Ask the kernel to kill this process when its parent ends in any way, `kill -9` included (Linux)."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _wait(name: str, process: subprocess.Popen[bytes], url: str, log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if process.poll() is not None:
            break
        with contextlib.suppress(httpx.TransportError):
            if httpx.get(f"{url}/healthz", trust_env=False).is_success:
                return
        time.sleep(0.1)
    tail = log.read_text(encoding="utf-8", errors="replace")[-2000:]
    raise InfrastructureError("start", f"the service {name} did not come up; {log} ends in:\n{tail}")
