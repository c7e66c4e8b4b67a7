"""Faults as SARIF 2.1.0, the format in which code hosts take findings and show them inline in a pull request.

Source: OASIS, Static Analysis Results Interchange Format (SARIF) Version 2.1.0.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import quote

from hat.errors import Fault

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def to_sarif(faults: Sequence[Fault], root: Path) -> dict[str, Any]:
    """One run with one result a fault; paths are relative to `root`, the top of the repository."""
    rules = sorted({fault.rule for fault in faults})
    driver = {"name": "hat harness check", "version": version("hat-agent"), "rules": [{"id": rule} for rule in rules]}
    results = [_result(fault, rules.index(fault.rule), root.resolve()) for fault in faults]
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [{"tool": {"driver": driver}, "results": results}]}


def _result(fault: Fault, rule: int, root: Path) -> dict[str, Any]:
    path = Path(fault.path).absolute()
    file = path.relative_to(root) if path.is_relative_to(root) else path
    place: dict[str, Any] = {"artifactLocation": {"uri": quote(os.fsencode(file))}}
    if fault.line is not None:
        place["region"] = {"startLine": fault.line} | ({"startColumn": fault.column} if fault.column else {})
    return {
        "ruleId": fault.rule,
        "ruleIndex": rule,
        "level": fault.severity,
        "message": {"text": f"{fault.message}. {fault.remedy}"},
        "locations": [{"physicalLocation": place}],
    }
