"""Run a stage once: the same stage, configuration, inputs and code give the folder made before.

A stage's folder is `<store>/<stage>/<key>/`: what the stage wrote, and `result.json`. While it is being made it is
`<key>.partial/`, which a killed run leaves behind, so that the next one finds the stage's checkpoints there.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from hat import lock, storage
from hat.errors import BadInput, Fault, HatError
from hat.identity import Identity

RESULT = "result.json"
"""The file that makes a stage's folder complete."""


@dataclass(frozen=True)
class Result:
    """What `result.json` holds, beside `seal`, a digest of all else in it.

    `metrics` is what the stage returned; `seconds` what it took; `files` the digest of every file it left.
    """

    identity: Identity
    seconds: float
    metrics: Mapping[str, Any]
    files: Mapping[str, str]


_RESULT = TypeAdapter(Result)


def stage_folder(
    stage: str,
    config: Mapping[str, Any],
    inputs: Mapping[str, Path],
    code: str,
    store: Path,
    run: Callable[[Path], Mapping[str, Any]],
    started: Callable[[Path, str], None] = lambda folder, why: None,
    stands: Callable[[Path], bool] = lambda folder: True,
) -> Path:
    """The complete folder of a stage, made by `run(out)` unless it is there already and still `stands`.

    `config` is all that changes what the stage does, `code` the digest of its sources, `inputs` its input files and
    folders. An input that is another stage's folder counts by what that stage left in it, so that an upstream re-run
    with equal output changes nothing.
    `started` is called with the partial folder before `run` is, and with the reason, where the stage has run before. A
    folder that stands no longer is kept, as `<key>.superseded-<number>`. Raises what `run` raises (the partial folder
    stays), and HatError when the disk refuses, or when a file that was made before was changed since or is gone.
    """
    identity = Identity(stage, config, {name: input_digest(path) for name, path in sorted(inputs.items())}, code)
    folder = store / stage / identity.key
    why = ""
    if folder.exists():
        _verify(folder)
        if stands(folder):
            return folder
        why = "the registry has changed"
        older = len(list(folder.parent.glob(f"{folder.name}.superseded-*")))
        folder.replace(folder.with_name(f"{folder.name}.superseded-{older + 1}"))
    elif earlier := _newest(folder.parent):
        why = identity.changes(earlier)
    partial = folder.with_suffix(".partial")
    with lock.hold(partial):
        started(partial, why)
        begin = time.monotonic()
        metrics = run(partial)
        files = {p.relative_to(partial).as_posix(): storage.digest_file(p) for p in _visible(partial)}
        result = asdict(Result(identity, round(time.monotonic() - begin, 1), metrics, files))
        storage.write_json(partial / RESULT, {**result, "seal": _seal(result)})
        partial.replace(folder)
        storage.sync_folder(folder.parent)
    return folder


def read_result(folder: Path) -> Result:
    """The result of a complete stage folder. Raises HatError when it was changed, or a file of it is gone."""
    try:
        content = json.loads((folder / RESULT).read_text(encoding="utf-8"))
        if content.pop("seal") != _seal(content):
            raise ValueError("it was changed")
        result = _RESULT.validate_python(content)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise HatError(f"{folder / RESULT}: cannot be read ({error}). {_remedy(folder)}") from error
    missing = [name for name in result.files if not (folder / name).is_file()]
    if missing:
        count = f"{len(missing)} of {len(result.files)} files are"
        raise HatError(f"{folder / missing[0]}: is missing ({count}). {_remedy(folder)}")
    return result


def input_digest(path: Path) -> str:
    """The digest that an input has in a key. Raises BadInput when there is no such file or folder."""
    if (path / RESULT).is_file():
        return storage.digest_json(read_result(path).files)
    if path.is_dir():
        return storage.digest_folder(path)
    if path.is_file():
        return storage.digest_file(path)
    raise BadInput(Fault(str(path), "there is no such file or folder", "Give the path of an existing one"))


def _verify(folder: Path) -> None:
    """Raise HatError unless a complete stage folder holds what the stage left in it."""
    for name, digest in read_result(folder).files.items():
        if storage.digest_file(folder / name) != digest:
            raise HatError(f"{folder / name}: was changed since the stage wrote it. {_remedy(folder)}")


def _seal(content: Mapping[str, Any]) -> str:
    """A digest of the JSON text, which may hold NaN where a metric could not be computed."""
    return storage.digest_json(json.dumps(content))


def _remedy(folder: Path) -> str:
    return f"Remove the folder {folder} and run again"


def _newest(stage: Path) -> Identity | None:
    """The identity of the run of a stage that ended last; None when none is there, or it cannot be read."""
    ended = [path for path in stage.glob(f"*/{RESULT}") if path.parent.suffix != ".partial"]
    if not ended:
        return None
    try:
        return read_result(max(ended, key=lambda path: path.stat().st_mtime).parent).identity
    except HatError:
        return None


def _visible(folder: Path) -> list[Path]:
    """What a stage left: hidden files are locks and the remains of writes that a kill cut short."""
    return [p for p in storage.files_in(folder) if not p.name.startswith(".") and p.name != RESULT]
