"""Where in a harness folder a flaw is: its file and line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from hat.errors import BadInput, Fault
from hat.harness.checks.flaw import Flaw, numberless
from hat.harness.format.source import Source, read_source


class Locator:
    """Finds flaws in the folder `root`; reads each file once. `misnamed` are files that lie elsewhere than they say."""

    def __init__(self, root: Path, misnamed: Mapping[str, Path]) -> None:
        self.root, self.misnamed = root, misnamed
        self._sources: dict[str, Source | None] = {}

    def fault(self, flaw: Flaw) -> Fault:
        """The flaw as a fault, with its line where its file has it."""
        if flaw.file not in self._sources:
            self._sources[flaw.file] = self._read(flaw.file)
        source = self._sources[flaw.file]
        if source is None:
            return flaw.fault
        if flaw.location:
            return replace(source.fault(flaw.message, flaw.remedy, flaw.rule, flaw.location), severity=flaw.severity)
        start = source.text.find(flaw.needle) if flaw.needle else -1
        line = source.line_of(start) if start >= 0 else None
        return replace(flaw.fault, path=source.file, line=line)

    def _read(self, file: str) -> Source | None:
        try:
            path = self._find(file) or self.misnamed.get(file)
            return read_source(self.root, path) if path else None
        except (BadInput, OSError):
            return None

    def _find(self, file: str) -> Path | None:
        path = self.root / file
        if path.is_file():
            return path
        others = sorted(path.parent.iterdir()) if path.parent.is_dir() else []
        return next((other for other in others if numberless(other.relative_to(self.root).as_posix()) == file), None)
