"""A flaw: a fault in a harness state, with what leads to its line when the harness lies in a folder."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from hat.errors import BadInput, Fault, Severity
from hat.harness.format.source import Location, read_source


@dataclass(frozen=True)
class Flaw:
    """What is wrong in `file` and what to write instead.

    Its line is where `needle` first stands, or else where `location` leads inside a JSON or YAML document.
    """

    file: str
    rule: str
    message: str
    remedy: str
    needle: str = ""
    location: Location = ()
    severity: Severity = "error"

    def fault(self, root: Path | None = None, misnamed: Mapping[str, Path] | None = None) -> Fault:
        """The fault, with its line where `root` holds the file; `misnamed` are files that claim another place."""
        plain = Fault(self.file, self.message, self.remedy, self.rule, severity=self.severity)
        path = (_find(root, self.file) or (misnamed or {}).get(self.file)) if root else None
        if root is None or path is None:
            return plain
        try:
            source = read_source(root, path)
        except BadInput:
            return plain
        if self.location:
            return replace(source.fault(self.message, self.remedy, self.rule, self.location), severity=self.severity)
        start = source.text.find(self.needle) if self.needle else -1
        line = source.text.count("\n", 0, start) + 1 if start >= 0 else None
        return replace(plain, path=source.file, line=line)


def skill_file(name: str) -> str:
    """Where a skill lies."""
    return f"skills/{name}/SKILL.md"


def tool_file(name: str) -> str:
    """Where a tool lies."""
    return f"tools/{name}.json"


def block_file(id: str) -> str:
    """Where a prompt block lies; `NN` stands for its number, which is not part of the state."""
    return f"system_prompt/NN-{id}.md"


def numberless(file: str) -> str:
    """The place with `NN` for the number of a prompt block; any other place as it is."""
    return re.sub(r"\Asystem_prompt/\d+-", "system_prompt/NN-", file)


def _find(root: Path, file: str) -> Path | None:
    path = root / file
    try:
        if path.is_file():
            return path
        others = sorted(path.parent.iterdir()) if path.parent.is_dir() else []
    except OSError:
        return None
    return next((other for other in others if numberless(other.relative_to(root).as_posix()) == file), None)
