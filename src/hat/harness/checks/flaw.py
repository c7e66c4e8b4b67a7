"""A flaw: a fault in a harness state, with what leads to its line where the harness lies in a folder (`locate`)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hat.errors import Fault, Severity
from hat.harness.format.source import Location


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

    @property
    def kind(self) -> tuple[str, str, Severity]:
        """What flaws of one kind in one file have in common."""
        return self.file, self.rule, self.severity

    @property
    def fault(self) -> Fault:
        """The fault, without a line."""
        return Fault(self.file, self.message, self.remedy, self.rule, severity=self.severity)


def skill_file(name: str) -> str:
    """Where a skill lies."""
    return f"skills/{name}/SKILL.md"


def tool_file(name: str) -> str:
    """Where a tool lies."""
    return f"tools/{name}.json"


def block_file(id: str) -> str:
    """Where a prompt block lies; `NN` stands for its number, which is not part of the state."""
    return f"system_prompt/NN-{id}.md"


def script_file(name: str) -> str:
    """Where a script of the hooks lies."""
    return f"hooks/{name}"


def numberless(file: str) -> str:
    """The place with `NN` for the number of a prompt block; any other place as it is."""
    return re.sub(r"\Asystem_prompt/\d+-", "system_prompt/NN-", file)
