"""What a person sees while a pipeline runs: a line for each stage, and what the running one says.

The pipeline's whole output goes to the log; the board picks the stages' events and their last line from it.
"""

from __future__ import annotations

import io
import time
from collections.abc import Mapping
from typing import Any, TextIO

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from hat.events import Event, parse

QUIET_S = 15.0
"""Where there is no terminal, what the running stage says is shown at most this often, in seconds."""


class Board(io.TextIOBase):
    """A text stream that a pipeline writes to. `events` has the last event of each stage, by stage."""

    def __init__(self, console: Console, log: TextIO, stages: int) -> None:
        self.events: dict[str, Event] = {}
        self._console = console
        self._plain = not console.is_terminal
        self._log = log
        self._stages = stages
        self._rest = ""
        self._shown = 0.0
        self._progress = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            TimeElapsedColumn(),
            TextColumn("[dim]{task.fields[says]}"),
            console=console,
            transient=True,
            disable=self._plain,
        )

    def __enter__(self) -> Board:
        self._progress.start()
        return self

    def __exit__(self, *unused: object) -> None:
        self._progress.stop()

    def write(self, text: str) -> int:
        """Take a piece of the pipeline's output."""
        self._log.write(text)
        self._log.flush()
        *lines, self._rest = (self._rest + text).split("\n")
        for line in lines:
            self._take(line.strip())
        return len(text)

    def _take(self, line: str) -> None:
        event = parse(line)
        if event and event.state == "warning":
            self._note(f"warning: {event.message}")
        elif event:
            self._turn(event)
        elif line:
            self._say(line)

    def _turn(self, event: Event) -> None:
        self.events[event.stage] = event
        place = f"{len(self.events):>2}/{self._stages} {event.stage:<13}"
        for task in self._progress.task_ids:
            self._progress.remove_task(task)
        if event.state == "running":
            self._progress.add_task(place, says="")
            self._shown = time.monotonic()
            if self._plain:
                self._console.print(f"{place} running", highlight=False, soft_wrap=True)
            if event.message:
                self._note(f"runs again: {event.message}")
        elif event.state != "failed":
            colour = "cyan" if event.state == "cached" else "green"
            took = "" if event.state == "cached" else f"{event.seconds:.1f} s"
            text = f"{place} [{colour}]{event.state:<7}[/]{took:>8}  [dim]{gist(event.metrics)}"
            if self._plain:
                self._console.print(text, highlight=False, soft_wrap=True)
            else:
                self._console.print(text, highlight=False, overflow="ellipsis", no_wrap=True)

    def _note(self, text: str) -> None:
        self._console.print(f"      {text}", style="dim", markup=False, highlight=False, soft_wrap=True)

    def _say(self, line: str) -> None:
        running = next((e for e in reversed(self.events.values()) if e.state == "running"), None)
        if running is None:
            return
        for task in self._progress.task_ids:
            self._progress.update(task, says=line)
        now = time.monotonic()
        if self._plain and now - self._shown > QUIET_S:
            self._shown = now
            self._console.print(f"      {running.stage}: {line}", markup=False, highlight=False, soft_wrap=True)


def gist(metrics: Mapping[str, Any]) -> str:
    """A stage's result in one line: its plain values, without digests."""
    plain = {k: v for k, v in metrics.items() if isinstance(v, int | float | str) and not str(v).startswith("sha256:")}
    words = (
        f"{k.replace('_', ' ')} {v:.4g}" if isinstance(v, float) else f"{k.replace('_', ' ')} {v}"
        for k, v in plain.items()
    )
    return ", ".join(words)
