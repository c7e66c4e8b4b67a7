"""Which harness is meant: a folder, the digest of a snapshot, or a git revision."""

from __future__ import annotations

import json
import re
import subprocess
import tarfile
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from hat.errors import BadInput, Fault
from hat.harness.load import load_harness
from hat.harness.state import HarnessState

_DIGEST = re.compile(r"sha256:[0-9a-f]{6,64}")
_HOW = "Name a folder, a digest (`sha256:` and six or more digits) or a git revision (`main`, `HEAD~1:harness_repo`)"
DEFAULT = "harness_repo"
"""The harness's folder in a revision that names none."""


def resolve(name: str, runs: Path = Path("runs")) -> HarnessState:
    """The harness that `name` means; snapshots are looked for in the folder `runs`.

    A folder is taken first. Raises BadInput for faults of the harness, and when there is no such harness.
    """
    if Path(name).is_dir():
        return load_harness(name)
    if _DIGEST.fullmatch(name):
        return load_harness(_snapshot(name, runs))
    return _revision(name)


def _snapshot(digest: str, runs: Path) -> Path:
    """The folder of the one snapshot whose digest begins so."""
    found: dict[str, Path] = {}
    for file in sorted(runs.rglob("harness.json")):
        try:
            known = json.loads(file.read_text(encoding="utf-8")).get("digest", "")
        except (OSError, ValueError, AttributeError):
            continue
        if str(known).startswith(digest) and (file.parent / "harness").is_dir():
            found[str(known)] = file.parent / "harness"
    if len(found) == 1:
        return next(iter(found.values()))
    message = (
        f"{len(found)} snapshots in {runs} have this digest" if found else f"no snapshot in {runs} has this digest"
    )
    raise BadInput(Fault(digest, message, "Write more digits" if found else _HOW, "no-harness"))


def _revision(name: str) -> HarnessState:
    revision, _, folder = name.partition(":")
    folder = (folder or DEFAULT).rstrip("/")
    if revision.startswith("-") or not _git("rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}"):
        raise BadInput(Fault(name, "is no folder, no digest and no git revision", _HOW, "no-harness"))
    archive = _git("archive", "--format=tar", revision, "--", folder)
    if not archive:
        raise BadInput(Fault(name, f"the revision has no {folder}", f"Write `{revision}:folder`", "no-harness"))
    with TemporaryDirectory() as place:
        try:
            with tarfile.open(fileobj=BytesIO(archive)) as files:
                files.extractall(place, filter="data")
        except tarfile.TarError as error:
            message = f"the revision's {folder} cannot be unpacked: {error}"
            raise BadInput(Fault(name, message, "Check it out into a folder", "outside")) from error
        return load_harness(Path(place) / folder)


def _git(*arguments: str) -> bytes | None:
    """What git prints about the repository of the current folder; None when it fails."""
    try:
        done = subprocess.run(["git", *arguments], capture_output=True, timeout=60, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout
