from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hat.cli import app
from hat.errors import BadInput
from hat.harness.digest import digest
from hat.harness.load import load_harness
from hat.harness.save import save_harness
from hat.hsa import ALL_DIMENSIONS, load_variant, make_variant
from tests.chat_server import serving
from tests.room.play import HARNESS

FOLDER = str(Path(__file__).parents[2] / "harness_repo")


def hat(*arguments: str) -> dict[str, object]:
    result = CliRunner().invoke(app, ["hsa", *arguments, "--json"], catch_exceptions=False)
    assert result.exit_code == 0
    return json.loads(result.stdout)


def test_sample_writes_what_the_seed_gives(tmp_path: Path) -> None:
    rows = hat("sample", FOLDER, "--n", "3", "--seed", "7", "--out", str(tmp_path / "out"))["variants"]
    assert [Path(row["folder"]).name for row in rows] == ["7", "8", "9"]
    for row, seed in zip(rows, range(7, 10), strict=True):
        expected = make_variant(HARNESS, seed)
        assert load_variant(Path(row["folder"])).mapping == expected.mapping
        assert row["digest"] == digest(expected.state) == digest(load_harness(Path(row["folder"]) / "harness"))


def test_sample_keeps_to_the_dimensions_and_kinds_asked_for(tmp_path: Path) -> None:
    asked = ("--dimension", "hooks", "--dimension", "skill_names", "--kinds", "surface")
    for row in hat("sample", FOLDER, "--n", "6", "--out", str(tmp_path / "out"), *asked)["variants"]:
        assert {name.partition(".")[0] for name in row["applied"]} <= {"hooks", "skill_names"}
        assert not {"skill_names.mask", "skill_names.inject", "hooks.retry"} & set(row["applied"])


def test_sample_writes_into_no_folder_that_holds_something(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    with pytest.raises(BadInput, match="exists already"):
        hat("sample", FOLDER, "--n", "1", "--out", str(tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_sample_by_a_model_tells_what_it_left_out(tmp_path: Path) -> None:
    with serving() as server:
        server.replies = [(200, {"content": '["Say 3 things."]'})] * 100
        asked = ("--endpoint", server.url, "--model", "m", "--cache", str(tmp_path / "cache"))
        written = hat("sample", FOLDER, "--n", "1", "--seed", "1", "--out", str(tmp_path / "out"), *asked)
    assert written["refused"]["facts"] > 0
    assert len(list((tmp_path / "cache").iterdir())) == len(server.asked)


def test_show_marks_what_differs_and_nothing_else() -> None:
    shown = hat("show", FOLDER, "--seed", "3", "--dimension", "tool_definitions", "--kinds", "surface")
    variant = make_variant(HARNESS, 3, ["tool_definitions"], ["surface"])
    price = next(part for part in shown["parts"] if part["name"] == "get_price" and part["kind"] == "tool")
    before, after = ("".join(text for text, _ in price[side]) for side in ("before", "after"))
    assert '"get_price"' in before
    assert f'"{variant.mapping.tools["get_price"]}"' in after
    for side, other in (("before", after), ("after", before)):
        assert any(marked for _, marked in price[side])
        assert all(text in other for text, marked in price[side] if not marked)
    assert {part["kind"] for part in shown["parts"]} <= {"tool", "skill", "block", "hook"}


def test_show_prints_both_sides() -> None:
    result = CliRunner().invoke(app, ["hsa", "show", FOLDER, "--seed", "3"])
    assert "original" in result.output
    assert "variant 3" in result.output
    assert "Changed by" in result.output


def test_no_transform_dominates_and_variants_differ() -> None:
    stats = hat("stats", FOLDER, "--n", "120")
    assert (stats["variants"], stats["distinct"], stats["dominant"]) == (120, 120, [])
    assert stats["names"]["skills"] > 200
    assert stats["names"]["tools"] > 200
    assert 0.2 < stats["distance"] < 1
    assert len(stats["shares"]) == 22


@pytest.mark.parametrize("dimension", ALL_DIMENSIONS)
def test_no_transform_dominates_a_dimension(dimension: str) -> None:
    """Where there are few transforms, each makes a greater share of all changes."""
    assert hat("stats", FOLDER, "--n", "60", "--dimension", dimension)["dominant"] == []


def test_a_transform_that_finds_nothing_to_do_is_dominated(tmp_path: Path) -> None:
    """Without hooks' messages and banned phrases, only the retries are left to change."""
    folder = tmp_path / "harness"
    save_harness(replace(HARNESS, hooks=()), folder)
    result = CliRunner().invoke(app, ["hsa", "stats", str(folder), "--n", "20", "--dimension", "hooks"])
    assert result.exit_code == 1
    assert "dominant: hooks.retry" in result.output
    assert "hooks.reword                          0.0%" in result.output


def test_the_distance_is_measured_over_pairs_drawn_with_the_seed() -> None:
    result = CliRunner().invoke(app, ["hsa", "stats", FOLDER, "--n", "70", "--seed", "5"])
    assert "2000 pairs drawn with seed 5" in result.output
    stats = [hat("stats", FOLDER, "--n", "70", "--seed", "5") for _ in range(2)]
    assert stats[0] == stats[1]
    assert hat("stats", FOLDER, "--n", "4")["pairs"] == 6


MARKUP = "[red]a[/red] [/] [b]x :smile: [link=https://a.example]y"


def test_what_a_harness_says_is_printed_as_it_is_written(tmp_path: Path) -> None:
    said = replace(HARNESS, hooks=tuple(replace(hook, message=f"{MARKUP} {hook.message}") for hook in HARNESS.hooks))
    block = replace(HARNESS.prompt[0], text=f"{MARKUP}\n{HARNESS.prompt[0].text}")
    folder = tmp_path / "[red]a[/]"
    save_harness(replace(said, prompt=(block, *HARNESS.prompt[1:])), folder)
    shown = CliRunner().invoke(app, ["hsa", "show", str(folder), "--seed", "3"], env={"COLUMNS": "200"})
    assert shown.exit_code == 0
    for piece in MARKUP.split():
        assert piece in shown.output
    out = tmp_path / "[b]out[/]"
    sampled = CliRunner().invoke(app, ["hsa", "sample", str(folder), "--n", "1", "--out", str(out)])
    assert str(out) in sampled.output


def test_the_path_that_sample_prints_is_a_harness(tmp_path: Path) -> None:
    out = tmp_path / "out"
    printed = CliRunner().invoke(app, ["hsa", "sample", FOLDER, "--n", "3", "--out", str(out)]).output
    paths = [line.split()[0] for line in printed.splitlines() if line.startswith(str(out))]
    assert len(paths) == 3
    for path in paths:
        assert CliRunner().invoke(app, ["harness", "check", path]).exit_code == 0
    rows = hat("sample", FOLDER, "--n", "3", "--out", str(tmp_path / "again"))["variants"]
    assert [row["harness"].replace("again", "out") for row in rows] == paths


@pytest.mark.parametrize("wrong", [("--kinds", "deep"), ("--dimension", "mood")])
def test_wrong_options_are_named(wrong: tuple[str, str]) -> None:
    with pytest.raises(BadInput, match="there is no"):
        CliRunner().invoke(app, ["hsa", "show", FOLDER, *wrong], catch_exceptions=False)


@pytest.mark.parametrize("command", ["sample", "show", "stats"])
def test_each_help_has_an_example(command: str) -> None:
    assert f"hat hsa {command}" in CliRunner().invoke(app, ["hsa", command, "--help"]).output
