import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hat.cli import app
from hat.errors import BadInput


def hat(*arguments: object) -> str:
    """What `hat eval` prints on standard output."""
    result = CliRunner().invoke(app, ["eval", *map(str, arguments)])
    if result.exception:
        raise result.exception
    return result.stdout


def test_scores_of_the_base(tmp_path: Path) -> None:
    asked = ("--suite", "ifeval", "--count", 2, "--out", tmp_path)
    scores = json.loads(hat(*asked, "--json"))
    assert scores["suites"]["ifeval"]["base"]["cases"] == 2
    assert "ifeval-generated" in hat(*asked)
    assert len((tmp_path / "ifeval.base.jsonl").read_text().splitlines()) == 3


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--suite", "trivia"), "no suite 'trivia'"),
        (("--model", "nowhere"), "no config.json"),
        (("--harness", "nowhere"), "nowhere"),
        (("--suite", "ifeval", "--count", "1", "--ifeval-prompts", "nowhere.jsonl"), "nowhere.jsonl"),
    ],
)
def test_bad_input(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        hat(*arguments, "--out", tmp_path)
