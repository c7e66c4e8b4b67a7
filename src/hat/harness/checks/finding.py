"""A finding: a fault in a harness state, with what leads to its line when the harness lies in a folder."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from hat.errors import BadInput, Fault
from hat.harness.format.source import Location, read_source


@dataclass(frozen=True)
class Finding:
    """What is wrong in `file` (`*` stands for a number that the state does not hold) and what to write instead.

    Its line is where `needle` first stands, or else where `location` leads inside a JSON or YAML document.
    """

    file: str
    rule: str
    message: str
    remedy: str
    needle: str = ""
    location: Location = ()

    def fault(self, root: Path | None) -> Fault:
        """The fault, with its line where `root` holds the file."""
        plain = Fault(self.file, self.message, self.remedy, self.rule)
        path = next(iter(sorted(root.glob(self.file))), None) if root else None
        if root is None or path is None:
            return plain
        try:
            source = read_source(root, path)
        except BadInput:
            return plain
        if self.location:
            return source.fault(self.message, self.remedy, self.rule, self.location)
        start = source.text.find(self.needle) if self.needle else -1
        line = source.text.count("\n", 0, start) + 1 if start >= 0 else None
        return Fault(source.file, self.message, self.remedy, self.rule, line)


def skill_file(name: str) -> str:
    """Where a skill lies."""
    return f"skills/{name}/SKILL.md"


def tool_file(name: str) -> str:
    """Where a tool lies."""
    return f"tools/{name}.json"


def block_file(id: str) -> str:
    """Where a prompt block lies; its number is not part of the state."""
    return f"system_prompt/*-{id}.md"
