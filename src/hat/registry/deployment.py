"""Which version is to serve: a record for each registered model. It starts no service."""

from __future__ import annotations

import json
from pathlib import Path

from hat.errors import HatError
from hat.registry.registry import Registry
from hat.registry.release import Release
from hat.storage import write_json


def deploy(registry: Registry, release: Release) -> None:
    """Let a version serve, by its number. Raises HatError when its files are not those that were registered."""
    release.verify()
    write_json(
        _file(registry, release.name),
        {"version": release.version, "model": str(release.model), "harness": str(release.harness)},
    )


def serving(registry: Registry, name: str) -> int | None:
    """The number of the version that serves. Raises HatError when the record cannot be read."""
    file = _file(registry, name)
    try:
        return int(json.loads(file.read_text(encoding="utf-8"))["version"]) if file.exists() else None
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise HatError(f"{file}: cannot be read ({error}). Remove it and run again") from error


def _file(registry: Registry, name: str) -> Path:
    return registry.folder / "deployments" / f"{name}.json"
