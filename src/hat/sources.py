"""Which code makes a result: a source file, what it imports from HAT, and the data of those packages.

A change in the evaluation's code does not train a model again; a change in the agent loop does.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import hat
from hat import storage

ROOT = Path(hat.__file__).parent


@cache
def code_digest(source: Path) -> str:
    """The digest of a source file and all that it imports from HAT, lazy imports included, at any depth."""
    files: set[Path] = set()
    pending = [source]
    while pending:
        file = pending.pop()
        if file not in files:
            files.add(file)
            pending += _imports(file)
    packages = {file.parent for file in files} - {ROOT}
    files |= {data for data in storage.files_in(ROOT) if data.suffix != ".py" and _package(data) in packages}
    names = {(f.relative_to(ROOT) if f.is_relative_to(ROOT) else Path(f.name)).as_posix(): f for f in files}
    return storage.digest_json({name: storage.digest_file(file) for name, file in names.items()})


def _imports(file: Path) -> Iterator[Path]:
    for node in ast.walk(ast.parse(file.read_bytes())):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        for name in names:
            top, *rest = name.split(".")
            if top == hat.__name__:
                path = ROOT.joinpath(*rest)
                yield from (p for p in (path.with_suffix(".py"), path / "__init__.py") if p.is_file())


def _package(data: Path) -> Path:
    """The package that a data file belongs to: the nearest folder above it with Python files."""
    return next(folder for folder in data.parents if (folder / "__init__.py").is_file())
