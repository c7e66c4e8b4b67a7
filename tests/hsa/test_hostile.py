"""Harnesses so large that a careless augmentation would not end."""

from __future__ import annotations

import json
import shutil
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hat.cli import app

REPOSITORY = Path(__file__).parents[2] / "harness_repo"
BODIES = {
    "rules with amounts": "\n".join(f"- pay ${i} for it" for i in range(40_000)),
    "lines": "a" + "\n" * 300_000 + "b",
    "preferences": "\n".join(f'- Prefer "a{i} b", avoid "c{i} d".' for i in range(2500)),
    "phrases": "\n".join(f'- Say "one phrase {i}" <!-- rule: mention -->' for i in range(10_000)),
    "letters and spaces": "a " * 150_000,
    "a gap": "a" + " " * 300_000 + "b",
    "backticks": "`" * 100_000,
    "fences": "``` a\n" * 50_000,
    "quotes": '- "' + '"' * 100_000,
    "starts of clauses": "look up the price with " * 13_000,
}
SCHEMAS = {
    "values": {"x": {"enum": [f"v{i}" for i in range(100_000)]}},
    "parameters": {f"p_{i}": {"type": "string"} for i in range(20_000)},
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return shutil.copytree(REPOSITORY, tmp_path / "harness")


def shown(folder: Path) -> str:
    started = time.process_time()
    result = CliRunner().invoke(app, ["hsa", "show", str(folder), "--seed", "3"], catch_exceptions=False)
    assert result.exit_code == 0
    assert time.process_time() - started < 5
    assert len(result.output) < 1_000_000
    return result.output


@pytest.mark.parametrize("case", BODIES)
def test_a_large_skill(folder: Path, case: str) -> None:
    front = "---\nname: large\ndescription: 'When asked: large thing'\nmetadata:\n  kind: reply\n---\n"
    (folder / "skills/large").mkdir()
    (folder / "skills/large/SKILL.md").write_text(f"{front}{BODIES[case]}\n")
    assert "Changed by skill" in shown(folder)


@pytest.mark.parametrize("case", SCHEMAS)
def test_a_large_tool(folder: Path, case: str) -> None:
    schema = {"type": "object", "properties": SCHEMAS[case]}
    tool = {"name": "large", "description": "Large: thing", "inputSchema": schema, "_meta": {"hat/implementation": "x"}}
    (folder / "tools/large.json").write_text(json.dumps(tool))
    assert "tool_definitions" in shown(folder)
