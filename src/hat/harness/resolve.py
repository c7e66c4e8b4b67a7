"""Which harness is meant: a folder, the digest of a snapshot, or a git revision."""

from __future__ import annotations

import json
import re
import shutil
import tarfile
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from hat.errors import BadInput, Fault
from hat.harness.digest import digest
from hat.harness.git import git
from hat.harness.load import load_harness, read_harness
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
        return _snapshot(name, runs)
    return _revision(name)


def _snapshot(digits: str, runs: Path) -> HarnessState:
    """The harness of the one snapshot whose digest begins so."""
    found: dict[str, Path] = {}
    for file in sorted(path for path in runs.rglob("harness.json") if path.is_file()):
        try:
            known = str(json.loads(file.read_text(encoding="utf-8")).get("digest", ""))
        except (OSError, ValueError, AttributeError, RecursionError):
            continue
        if known.startswith(digits) and (file.parent / "harness").is_dir():
            found[known] = file.parent / "harness"
    if len(found) != 1:
        many = f"{len(found)} snapshots in {runs} have this digest"
        message, remedy = (many, "Write more digits") if found else (f"no snapshot in {runs} has this digest", _HOW)
        raise BadInput(Fault(digits, message, remedy, "no-harness"))
    ((known, folder),) = found.items()
    state = load_harness(folder)
    if digest(state) != known:
        message = f"has changed since it was taken: it is no longer {known}"
        raise BadInput(Fault(str(folder), message, "Restore the folder, or name a git revision", "no-harness"))
    return state


def _revision(name: str) -> HarnessState:
    revision, _, folder = name.partition(":")
    folder, here = (folder or DEFAULT).rstrip("/"), Path()
    if revision.startswith("-") or not git(here, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}"):
        message = "is no folder, no digest and no git revision"
        remedy = _HOW if shutil.which("git") else f"{_HOW}; git is not installed"
        raise BadInput(Fault(name, message, remedy, "no-harness"))
    archive = git(here, "archive", "--format=tar", revision, "--", folder)
    if not archive:
        raise BadInput(Fault(name, f"the revision has no {folder}", f"Write `{revision}:folder`", "no-harness"))
    with TemporaryDirectory() as place:
        try:
            with tarfile.open(fileobj=BytesIO(archive)) as files:
                files.extractall(place, filter="data")
        except tarfile.TarError as error:
            message = f"the revision's {folder} cannot be unpacked: {error}"
            raise BadInput(Fault(name, message, "Check it out into a folder", "outside")) from error
        reading = read_harness(Path(place) / folder)
        if reading.errors:
            raise BadInput(*(replace(f, path=f"{revision}:{Path(f.path).relative_to(place)}") for f in reading.errors))
        return reading.state
