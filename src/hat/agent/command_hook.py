"""Runs a command hook: JSON on its standard input, a decision on its standard output or by its exit code.

Exit code 0 allows, unless the output is `{"decision": "block", "reason": "..."}`; 2 blocks with what the command wrote
to standard error. Whatever else happens is `failed`. What a hook wrote is read as plain text: no control characters,
nothing invisible, no markers of a chat template.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
import unicodedata
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Any

from hat.agent.confinement import confined
from hat.agent.marker import INSIDE
from hat.agent.trajectory import HookOutcome
from hat.harness.state import Hook

ENVIRONMENT = ("PATH", "LANG", "LC_ALL", "TZ", "TMPDIR")
"""The variables that a command hook inherits; no credentials among them."""

OUTPUT_LIMIT = 4096
"""Bytes that a hook may print; a message has to fit into the model's context."""


class _Failed(Exception):
    """The hook did not decide."""


def run_command(
    hook: Hook, command: str, event: str, payload: Mapping[str, Any], scripts: Mapping[str, str]
) -> HookOutcome:
    """Run the shell `command` of a hook for at most `hook.timeout` seconds.

    It starts in a new folder that is gone afterwards and holds `hooks/` with the harness's `scripts` (text by name).
    """
    try:
        with TemporaryDirectory(prefix="hat-hook-", ignore_cleanup_errors=True) as folder:
            _write(scripts, Path(folder, "hooks"))
            text = json.dumps(payload, ensure_ascii=False)
            message = _decide(*_communicate(command, text, hook.timeout, Path(folder)))
    except (_Failed, OSError, ValueError, RecursionError) as error:
        return HookOutcome(event, command, "failed", _plain(str(error)))
    if message is None:
        return HookOutcome(event, command, "allow")
    return HookOutcome(event, command, "block", hook.message or _plain(message) or "blocked")


def _write(scripts: Mapping[str, str], folder: Path) -> None:
    folder.mkdir()
    for name, text in scripts.items():
        (folder / name).write_text(text, encoding="utf-8", newline="")
        (folder / name).chmod(0o755)


def _communicate(command: str, text: str, timeout: float, folder: Path) -> tuple[int, str, str]:
    """Exit code and output. Files, no pipes: a hook that never reads, or leaves children behind, blocks nobody."""
    deadline = time.monotonic() + timeout
    with TemporaryFile() as stdin, TemporaryFile() as stdout, TemporaryFile() as stderr:
        stdin.write(text.encode(errors="backslashreplace"))
        stdin.seek(0)
        process = subprocess.Popen(
            confined(command, folder),
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            cwd=folder,
            env={name: os.environ[name] for name in ENVIRONMENT if name in os.environ},
            start_new_session=True,
        )
        try:
            while process.poll() is None:
                if time.monotonic() > deadline:
                    raise _Failed(f"no answer within {timeout:g} s")
                _check_size(stdout.fileno(), stderr.fileno())
                time.sleep(0.005)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        _check_size(stdout.fileno(), stderr.fileno())
        stdout.seek(0)
        stderr.seek(0)
        return process.returncode, stdout.read().decode(), stderr.read().decode()


def _check_size(*files: int) -> None:
    if any(os.fstat(file).st_size > OUTPUT_LIMIT for file in files):
        raise _Failed(f"more than {OUTPUT_LIMIT} bytes of output")


def _decide(code: int, out: str, err: str) -> str | None:
    """The message of a block, or None for allow."""
    if code == 2:
        return err
    if code != 0:
        raise _Failed(f"exit code {code}: {err.strip()}")
    if not out.strip():
        return None
    decision = json.loads(out)
    if not isinstance(decision, dict) or decision.get("decision") not in ("allow", "block", None):
        raise _Failed('the output is no object with "decision": "allow" or "block"')
    if decision.get("decision") != "block":
        return None
    reason = "" if decision.get("reason") is None else decision["reason"]
    if not isinstance(reason, str):
        raise _Failed('"reason" is no text')
    return reason


def _plain(text: str) -> str:
    """The text without characters that are not seen (what joins emoji and letters stays) and without markers."""
    kept = (c for c in text if c in "\n\t\u200c\u200d" or unicodedata.category(c) not in ("Cc", "Cf", "Cs"))
    return INSIDE.sub(" ", "".join(kept)).strip()
