"""What a stage's process tells the run that started it: one JSON object on a marked line of its output.

In a cluster the same lines are simply part of the pod's log.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

MARK = "hat-stage "
"""What such a line starts with."""


@dataclass(frozen=True)
class Event:
    """`running`, `cached`, `done` or `failed`: what became of a stage. `warning`: something about a running one.

    `folder` is the stage's folder. `message` is the warning, or why a stage failed or is `running` again; `exit_code`
    belongs to `failed`, `seconds` and `metrics` to `cached` and `done`.
    """

    stage: str
    state: Literal["running", "warning", "cached", "done", "failed"]
    folder: str = ""
    seconds: float = 0.0
    metrics: Mapping[str, Any] = field(default_factory=dict)
    message: str = ""
    exit_code: int = 0

    def emit(self) -> None:
        """Print this event on standard output."""
        print(MARK + json.dumps(asdict(self), ensure_ascii=False), flush=True)


def parse(line: str) -> Event | None:
    """The event on an output line, or None when it is any other line."""
    return Event(**json.loads(line[len(MARK) :])) if line.startswith(MARK) else None
