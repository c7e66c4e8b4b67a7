"""What became of one case: what the model read, called, got and said, and how that was judged."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from hat.errors import BadInput, Fault
from hat.storage import write_text


@dataclass(frozen=True)
class Call:
    """A tool call as the model wrote it, and what came back; `fault` is None when it succeeded."""

    name: str
    arguments: dict[str, Any] | None
    got: str
    fault: str | None = None


@dataclass(frozen=True)
class CaseResult:
    """A judged case. `kind` is what failures are grouped by; `group` names the harness variant ("" = the original).

    `accuracy` is 0 or 1 and `effectiveness` 0..1; both are None when an infrastructure failure, named by
    `infrastructure`, left nothing to judge. `checks` holds a suite's finer marks, such as IFEval's loose scores.
    """

    suite: str
    case: str
    kind: str
    read: str
    called: tuple[Call, ...]
    said: str
    accuracy: int | None
    effectiveness: float | None
    reasons: tuple[str, ...] = ()
    group: str = ""
    thought: str = ""
    seconds: float = 0.0
    infrastructure: str | None = None
    checks: dict[str, Any] = field(default_factory=dict)


def write_results(path: Path, key: str, results: Sequence[CaseResult]) -> None:
    """Write JSONL: a header line with the `key` of what was evaluated, then one line for each case."""
    lines = [json.dumps({"key": key, "cases": len(results)})]
    lines += [json.dumps(asdict(result), ensure_ascii=False) for result in results]
    write_text(path, "\n".join(lines) + "\n")


def read_results(path: Path, key: str | None = None) -> list[CaseResult] | None:
    """The results in a file of `write_results`; None when there is none, or it was written under another `key`.

    Raises BadInput when the file is damaged.
    """
    if not path.exists():
        return None
    header, *lines = path.read_text(encoding="utf-8").rstrip("\n").split("\n")
    try:
        if key is not None and json.loads(header)["key"] != key:
            return None
        return [_result(json.loads(line)) for line in lines]
    except (ValueError, KeyError, TypeError) as error:
        fault = Fault(str(path), f"no results file of this version ({error})", "Delete it and evaluate again")
        raise BadInput(fault) from error


def _result(data: dict[str, Any]) -> CaseResult:
    called = tuple(Call(**call) for call in data.pop("called"))
    return CaseResult(called=called, reasons=tuple(data.pop("reasons")), **data)
