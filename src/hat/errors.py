"""HAT's errors. The command line turns each into one clear message and its exit code."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning"]
"""An input with an error is refused; one with a warning can be used all the same."""


class HatError(Exception):
    """Any failure that HAT explains itself; `exit_code` is what the command line returns."""

    exit_code = 1


@dataclass(frozen=True)
class Fault:
    """One thing wrong in an input: where it is, what is wrong and what to write instead."""

    path: str
    message: str
    remedy: str = ""
    rule: str = ""
    line: int | None = None
    column: int | None = None
    severity: Severity = "error"

    @property
    def place(self) -> str:
        """Path, line and column, as far as they are known."""
        return ":".join(str(part) for part in (self.path, self.line, self.column) if part is not None)

    @property
    def kind(self) -> tuple[str, str, Severity]:
        """What faults of one kind in one file have in common."""
        return self.path, self.rule, self.severity

    def __str__(self) -> str:
        text = f"{self.place}: {self.message}"
        return f"{text}. {self.remedy}" if self.remedy else text


def errors(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """The faults for which an input is refused."""
    return tuple(fault for fault in faults if fault.severity == "error")


class BadInput(HatError):
    """Input from a person is wrong. Carries every fault found, not only the first."""

    exit_code = 2

    def __init__(self, *faults: Fault) -> None:
        self.faults = faults
        super().__init__("\n".join(str(fault) for fault in faults))


class InfrastructureError(HatError):
    """An endpoint, tool server, disk or process failed. It is retried or masked, never scored as a wrong answer."""

    def __init__(self, kind: str, message: str) -> None:
        self.kind = kind
        super().__init__(f"{kind}: {message}")
