"""Training metrics: one JSON line `{"stage", "step", "name", "value"}` for each number, as the trainer logs it."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from hat.errors import BadInput, Fault
from hat.storage import write_text

FILE = "metrics.jsonl"


class MetricsLog:
    """The `metrics.jsonl` of one stage's folder."""

    def __init__(self, folder: Path, stage: str) -> None:
        self.path, self.stage = folder / FILE, stage

    def rewind(self, step: int) -> None:
        """Forget what was logged after `step`, and half a line of a killed try: the steps are about to run again."""
        kept = [line for line in self._lines() if json.loads(line)["step"] <= step]
        write_text(self.path, "".join(f"{line}\n" for line in kept))

    def add(self, step: int, values: Mapping[str, Any]) -> None:
        """Append the finite numbers among `values`."""
        lines = [
            json.dumps({"stage": self.stage, "step": step, "name": name, "value": value}) + "\n"
            for name, value in values.items()
            if isinstance(value, int | float) and math.isfinite(value)
        ]
        with self.path.open("a", encoding="utf-8") as file:
            file.writelines(lines)

    def _lines(self) -> Iterator[str]:
        if self.path.exists():
            text = self.path.read_text(encoding="utf-8")
            yield from text[: text.rfind("\n") + 1].splitlines()


def read_metrics(folder: Path) -> list[dict[str, Any]]:
    """All lines of a folder's `metrics.jsonl`, in order; none when there is no such file. Raises BadInput."""
    path = folder / FILE
    try:
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []
    except ValueError as error:
        raise BadInput(Fault(str(path), f"is damaged: {error}", f"Remove the folder {folder} and run again")) from error
