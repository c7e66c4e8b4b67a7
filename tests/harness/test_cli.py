from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hat.errors import BadInput
from hat.harness.cli import app
from tests.shared import shared

runner = CliRunner()


def break_two_files(folder: Path) -> None:
    for file, old, new in (
        ("tools/get_price.json", '"integer"', '"int"'),
        ("skills/small-talk/SKILL.md", "Call no tool.", "Call `get_prise`."),
    ):
        (folder / file).write_text((folder / file).read_text().replace(old, new, 1))


def test_check_of_a_sound_harness(folder: Path) -> None:
    result = runner.invoke(app, ["check", str(folder)])
    assert result.exit_code == 0
    assert "sound" in result.output
    assert json.loads(runner.invoke(app, ["check", str(folder), "--json"]).output)["faults"] == []


def test_check_lists_every_fault_and_exits_with_2(folder: Path) -> None:
    break_two_files(folder)
    text = runner.invoke(app, ["check", str(folder)])
    assert text.exit_code == 2
    assert f"{folder}/skills/small-talk/SKILL.md:10" in text.output
    assert "Did you mean `get_price`?" in text.output
    assert "2 errors" in text.output
    data = runner.invoke(app, ["check", str(folder), "--json"])
    assert data.exit_code == 2
    assert [(f["rule"], f["line"]) for f in json.loads(data.output)["faults"]] == [("reference", 10), ("schema", 8)]


def test_check_as_sarif_names_place_rule_and_level(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    break_two_files(folder)
    file = folder / "skills/product-facts/SKILL.md"
    file.write_text(file.read_text().replace('"Good question!"', '"The best question!"'))
    monkeypatch.chdir(folder.parent)
    result = runner.invoke(app, ["check", "harness", "--sarif"])
    assert result.exit_code == 2
    (run,) = json.loads(result.output)["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    found = []
    for entry in run["results"]:
        place = entry["locations"][0]["physicalLocation"]
        uri, line = place["artifactLocation"]["uri"], place["region"]["startLine"]
        assert rules[entry["ruleIndex"]] == entry["ruleId"]
        found.append((uri, line, entry["ruleId"], entry["level"]))
    assert found == [
        ("harness/skills/product-facts/SKILL.md", 11, "rule-contradicted", "warning"),
        ("harness/skills/small-talk/SKILL.md", 10, "reference", "error"),
        ("harness/tools/get_price.json", 8, "schema", "error"),
    ]


def test_warnings_fail_a_strict_check_only(folder: Path) -> None:
    file = folder / "skills/product-facts/SKILL.md"
    file.write_text(file.read_text().replace('"Good question!"', '"The best question!"'))
    assert "1 warning" in (relaxed := runner.invoke(app, ["check", str(folder)])).output
    assert relaxed.exit_code == 0
    strict = runner.invoke(app, ["check", str(folder), "--strict"])
    assert strict.exit_code == 2
    assert "1 warning" in strict.output
    assert "sound" not in strict.output


@pytest.mark.parametrize("name", ["a[", "[beta]", "[bold]x"])
def test_names_are_never_markup(folder: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    named = folder.rename(folder.parent / name)
    monkeypatch.chdir(named.parent)
    assert runner.invoke(app, ["show", name]).exit_code == 0
    assert f"into {name}" in runner.invoke(app, ["import", str(shared("data/mcp-tools")), "--into", name]).output
    (named / f"tools/{name}.json").write_text("{")
    for option in ([], ["--json"]):
        assert f"{name}/tools/{name}.json" in runner.invoke(app, ["check", name, *option]).output


def test_json_and_sarif_cannot_go_together(folder: Path) -> None:
    result = runner.invoke(app, ["check", str(folder), "--json", "--sarif"])
    assert isinstance(result.exception, BadInput)


def test_a_prompt_over_the_profiles_budget(folder: Path, tmp_path: Path) -> None:
    profile = tmp_path / "small.yaml"
    profile.write_text("snapshot: {max_prompt_tokens: 100}\n")
    result = runner.invoke(app, ["check", str(folder), "--profile", str(profile)])
    assert result.exit_code == 2
    assert "the profile allows 100" in result.output


def test_diff(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.symlink_to(folder)
    assert "No change" in runner.invoke(app, ["diff", str(folder), str(other)]).output
    other.unlink()
    other.mkdir()
    for file in (p for p in folder.rglob("*") if p.is_file()):
        (other / file.relative_to(folder)).parent.mkdir(parents=True, exist_ok=True)
        (other / file.relative_to(folder)).write_text(file.read_text().replace("8 | 3..12", "5 | 3..12"))
    changes = json.loads(runner.invoke(app, ["diff", str(folder), str(other), "--json"]).output)["changes"]
    assert [(c["subject"], c["name"], c["before"], c["after"]) for c in changes] == [("limit", "max_turns", "8", "5")]
    assert "semantic" in runner.invoke(app, ["diff", str(folder), str(other)]).output


def test_show_prints_what_the_model_reads_and_its_size(folder: Path) -> None:
    result = runner.invoke(app, ["show", str(folder)])
    assert result.exit_code == 0
    assert "You host a live shop room." in result.output
    assert "rule:" not in result.output
    prompt = runner.invoke(app, ["show", str(folder), "--prompt"]).output
    assert prompt.startswith("<|im_start|>system\n")
    assert prompt.rstrip().endswith("<|im_start|>assistant")
    assert "You host a live shop room." in prompt
    assert '"name": "get_price"' in prompt
    shown = json.loads(runner.invoke(app, ["show", str(folder), "--json"]).output)
    assert shown["unit"] == "tokens"
    assert shown["first_prompt"] < 1200
    assert json.loads(runner.invoke(app, ["show", str(folder), "--prompt", "--json"]).output) == {"prompt": prompt[:-1]}


@pytest.mark.parametrize("command", ["check", "diff", "import", "show"])
def test_each_help_has_an_example(command: str) -> None:
    assert f"hat harness {command}" in runner.invoke(app, [command, "--help"]).output
