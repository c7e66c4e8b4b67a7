from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hat.errors import BadInput
from hat.harness import imports
from hat.harness.cli import app
from hat.harness.digest import digest
from hat.harness.imports import import_into
from hat.harness.load import load_harness, read_harness
from hat.storage import digest_folder, write_text
from tests.shared import shared

HOOKS = {"hooks": {"PreToolUse": [{"matcher": "get_.*", "hooks": [{"type": "command", "command": "./guard"}]}]}}


def test_all_real_skills_and_tools_become_part_of_a_sound_harness(folder: Path) -> None:
    skills = import_into(folder, shared("data/skills"))
    tools = import_into(folder, shared("data/mcp-tools"))
    assert (len(skills.skills), len(tools.tools)) == (12, 70)
    assert [fault.path for fault in skills.warnings if fault.rule == "import"] == [
        str(shared("data/skills") / "LICENSE")
    ]
    reading = read_harness(folder)
    assert reading.errors == ()
    for skill in skills.skills:
        assert reading.state.skill(skill.name) == skill
        assert skill.body in (shared("data/skills") / skill.name / "SKILL.md").read_text()
    for path in shared("data/mcp-tools").glob("*.json"):
        source = json.loads(path.read_text())
        saved = json.loads((folder / "tools" / f"{source['name']}.json").read_text())
        assert saved.pop("_meta") == {"hat/implementation": source["name"], **source.pop("_meta", {})}
        assert saved == {**source, "description": " ".join(source["description"].split())}


@pytest.mark.parametrize("wrap", [lambda t: t, lambda t: {"tools": t}, lambda t: {"result": {"tools": t}}])
def test_lists_of_tools(folder: Path, tmp_path: Path, wrap: Callable[[object], object]) -> None:
    tools = [json.loads(path.read_text()) for path in sorted(shared("data/mcp-tools").glob("get_*.json"))]
    (tmp_path / "tools.json").write_text(json.dumps(wrap(tools)))
    found = import_into(folder, tmp_path / "tools.json")
    assert [tool.name for tool in found.tools] == [tool["name"] for tool in tools]
    assert len(load_harness(folder).tools) == 7 + len(tools)


def test_hooks_join_those_of_the_harness(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "hooks.json").write_text(json.dumps(HOOKS))
    before = load_harness(folder)
    import_into(folder, tmp_path / "hooks.json")
    after = load_harness(folder)
    assert len(after.hooks) == len(before.hooks) + 1
    assert [hook.command for hook in after.hooks if hook.event == "PreToolUse"] == [None, "./guard"]


def test_settings_of_another_tool(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text(json.dumps({"model": "x", **HOOKS}))
    found = import_into(folder, tmp_path / "settings.json")
    assert len(found.hooks) == 1
    assert next((f.path, f.severity) for f in found.warnings) == (str(tmp_path / "settings.json"), "warning")


def test_one_skill_by_its_file(folder: Path) -> None:
    found = import_into(folder, shared("data/skills") / "shopify-dev" / "SKILL.md")
    assert [skill.name for skill in found.skills] == ["shopify-dev"]


@pytest.mark.parametrize("make", [os.mkfifo, lambda path: path.symlink_to("/dev/zero"), lambda path: None])
def test_a_source_that_is_no_file(folder: Path, tmp_path: Path, make: Callable[[Path], None]) -> None:
    make(tmp_path / "x.json")
    with pytest.raises(BadInput, match=r"x.json: (is not a plain file|leads outside|does not exist)"):
        import_into(folder, tmp_path / "x.json")


def test_a_linked_skill_is_not_left_in_silence(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "skills").mkdir()
    (tmp_path / "skills/shopify-dev").symlink_to(shared("data/skills") / "shopify-dev")
    (tmp_path / "skills/a.json").write_text(
        json.dumps({"name": "a", "description": "d", "inputSchema": {"type": "object"}})
    )
    found = import_into(folder, tmp_path / "skills")
    assert [(tool.name) for tool in found.tools] == ["a"]
    assert "name it as a source of its own" in found.warnings[0].remedy


def test_other_files_stay_as_they_were(folder: Path) -> None:
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    import_into(folder, shared("data/skills") / "shopify-dev")
    assert all(path.read_bytes() == content for path, content in before.items())


FAULTS = {
    "nothing": ({"readme.txt": "hi"}, "source: holds no SKILL.md, no MCP tools and no hooks"),
    "empty list": ({"a.json": "[]"}, "source: holds no SKILL.md, no MCP tools and no hooks"),
    "hidden": ({".git/a.json": "[3]"}, "source: holds no SKILL.md, no MCP tools and no hooks"),
    "a folder named so": ({"SKILL.md/a": "hi"}, "source/SKILL.md: is not a plain file"),
    "second of a list": (
        {"a.json": '[{"name": "a", "description": "d", "inputSchema": {}},\n {"name": "b"}]'},
        "source/a.json:2:2: `description` is missing",
    ),
    "neither": ({"a.json": "3"}, "holds neither MCP tools nor hooks"),
    "broken": ({"a.json": "{"}, "broken JSON"),
    "nameless": ({"a.json": '{"tools": [{"description": "d", "inputSchema": {"type": "object"}}]}'}, "`name` is"),
    "taken": (
        {"SKILL.md": "---\nname: small-talk\ndescription: d\n---\n\n- Chat.\n"},
        "2 skills are named `small-talk`",
    ),
    "one of two": (
        {"a/SKILL.md": "---\nname: new\ndescription: d\n---\n\n- Chat.\n", "b/SKILL.md": "no front matter"},
        "b/SKILL.md:1: has no front matter",
    ),
    "event": ({"hooks.json": '{"hooks": {"Boom": [{"hooks": [{"type": "command", "command": "x"}]}]}}'}, "no event"),
    "schema": ({"a.json": '{"name": "a", "description": "d", "inputSchema": {"type": "int"}}'}, "not of type object"),
}


@pytest.mark.parametrize("case", FAULTS)
def test_all_or_nothing(folder: Path, tmp_path: Path, case: str) -> None:
    files, message = FAULTS[case]
    for name, text in files.items():
        (tmp_path / "source" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "source" / name).write_text(text)
    before = digest_folder(folder)
    with pytest.raises(BadInput, match=message):
        import_into(folder, tmp_path / "source")
    assert digest_folder(folder) == before


def test_a_disk_that_refuses_leaves_the_harness_as_it_was(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, written = digest_folder(folder), []

    def refusing(path: Path, text: str) -> None:
        if len(written) == 5:
            raise OSError(28, "No space left on device")
        written.append(path)
        write_text(path, text)

    monkeypatch.setattr(imports, "write_text", refusing)
    with pytest.raises(OSError, match="No space"):
        import_into(folder, shared("data/skills"))
    assert digest_folder(folder) == before
    assert sorted(path.name for path in (folder / "skills").iterdir()) == sorted(
        s.name for s in load_harness(folder).skills
    )


def test_a_link_out_of_the_source_is_not_followed(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("---\nname: secret\ndescription: d\n---\n\n- s\n")
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "SKILL.md").symlink_to(tmp_path / "secret")
    with pytest.raises(BadInput, match="leads outside"):
        import_into(folder, tmp_path / "source")


def test_the_command_tells_what_came_in(folder: Path) -> None:
    runner = CliRunner()
    result = runner.invoke(app, ["import", str(shared("data/skills")), "--into", str(folder)])
    assert result.exit_code == 0
    assert "imported  12 skills" in result.output
    assert "LICENSE  is not brought along" in result.output
    before = digest(load_harness(folder))
    tools = json.loads(
        runner.invoke(app, ["import", str(shared("data/mcp-tools")), "--into", str(folder), "--json"]).output
    )
    assert len(tools["tools"]) == 70
    assert digest(load_harness(folder)) != before
