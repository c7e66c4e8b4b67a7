import io
import json

from rich.console import Console

from hat.board import Board
from hat.events import MARK, Event, parse


def board_of(text: str, width: int = 60) -> tuple[str, Board]:
    shown, log = io.StringIO(), io.StringIO()
    with Board(Console(file=shown, width=width), log, stages=3) as board:
        for start in range(0, len(text), 7):
            board.write(text[start : start + 7])
    assert log.getvalue() == text
    return shown.getvalue(), board


def line(event: Event) -> str:
    return f"    {MARK}" + json.dumps(vars(event)) + "\n"


def test_events_become_lines_and_the_rest_stays_in_the_log() -> None:
    text = (
        "chatter\n"
        + line(Event("a", "running", message="n is [2]"))
        + line(Event("a", "warning", message="[odd]"))
        + "step 1\n"
    )
    text += line(Event("a", "done", "/f", 1.5, {"loss": 0.12345, "words": "long " * 30}))
    text += line(Event("b", "cached", "/g", 9.0, {"digest": "sha256:0", "cases": 4}))
    shown, board = board_of(text)
    lines = [" ".join(each.split()) for each in shown.splitlines()]
    words = " ".join(["long"] * 30)
    assert lines == [
        "1/3 a running",
        "runs again: n is [2]",
        "warning: [odd]",
        f"1/3 a done 1.5 s loss 0.1235, words {words}",
        "2/3 b cached cases 4",
    ]
    assert {name: event.state for name, event in board.events.items()} == {"a": "done", "b": "cached"}


def test_an_event_survives_its_line() -> None:
    event = Event("a", "failed", message="two\nlines, “quoted”", exit_code=2)
    assert parse(line(event).strip()) == event
    assert parse("any other line") is None
