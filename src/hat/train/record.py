"""Trajectory records: what the trajectories stage writes and HSA-SFT trains on, one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from hat.agent.trajectory import Trajectory
from hat.errors import BadInput, Fault
from hat.storage import write_text

FILE = "trajectories.jsonl"


@dataclass(frozen=True)
class Record:
    """One kept trajectory as tokens.

    `prompt_ids` is the first prompt; `ids` and `trained` run in parallel over what follows it. `harness` is the digest
    of the state that was read. `retries` counts turns that a hook blocked, `whole` says whether they are still in
    `ids`, untrained. `faults` are the kinds of tool faults met.
    """

    request: str
    harness: str
    variant: bool
    retries: int
    whole: bool
    faults: tuple[str, ...]
    prompt_ids: tuple[int, ...]
    ids: tuple[int, ...]
    trained: tuple[bool, ...]


def record(trajectory: Trajectory, *, variant: bool, whole: bool) -> Record:
    """The record of a trajectory; unless `whole`, without the turns that a hook blocked and what the hook said."""
    retries = sum(step.feedback is not None for step in trajectory.steps)
    tokens = [token for blocked, token in _tokens(trajectory) if whole or not blocked]
    return Record(
        request=trajectory.request_id,
        harness=trajectory.harness,
        variant=variant,
        retries=retries,
        whole=whole and retries > 0,
        faults=tuple(result.fault for result in trajectory.results if result.fault),
        prompt_ids=trajectory.prompt_ids,
        ids=tuple(token for token, _ in tokens),
        trained=tuple(trained for _, trained in tokens),
    )


def _tokens(trajectory: Trajectory) -> Iterator[tuple[bool, tuple[int, bool]]]:
    """Each token after the prompt: whether it is of a turn that a hook blocked (or of what the hook said), its id,
    and whether it is trained; blocked turns are not."""
    at = 0
    for step in trajectory.steps:
        end = at + len(step.turn.ids)
        while end < len(trajectory.ids) and not trajectory.trained[end]:
            end += 1
        blocked = step.feedback is not None
        for token, trained in zip(trajectory.ids[at:end], trajectory.trained[at:end], strict=True):
            yield blocked, (token, trained and not blocked)
        at = end


def dump(records: Iterable[Record]) -> str:
    """JSON lines of records."""
    return "".join(json.dumps(vars(entry), separators=(",", ":")) + "\n" for entry in records)


def write_records(folder: Path, records: Iterable[Record]) -> None:
    """Write `trajectories.jsonl` in a folder, atomically."""
    write_text(folder / FILE, dump(records))


def parse_records(path: Path) -> list[Record]:
    """The records of a JSONL file. Raises BadInput naming every line that is none."""
    records: list[Record] = []
    faults: list[Fault] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            fields = json.loads(line)
            lists = {name: tuple(fields[name]) for name in ("faults", "prompt_ids", "ids", "trained")}
            records.append(Record(**{**fields, **lists}))
        except (ValueError, KeyError, TypeError) as error:
            faults.append(Fault(str(path), f"no trajectory record: {error}", "Make the trajectories anew", line=number))
    if faults:
        raise BadInput(*faults)
    return records


def read_records(folder: Path) -> list[Record]:
    """The records of a trajectories stage's folder. Raises BadInput when there are none."""
    path = folder / FILE
    records = parse_records(path) if path.is_file() else []
    if not records:
        raise BadInput(Fault(str(path), "holds no trajectories", "Run the stage `trajectories` first"))
    return records
