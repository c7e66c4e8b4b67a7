"""Each way to break a harness file, and the fault that tells where and what."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from hat.errors import BadInput, Fault, errors
from hat.harness.load import load_harness, read_harness

SKILL = "skills/small-talk/SKILL.md"
TOOL = "tools/get_price.json"
BLOCK = "system_prompt/40-style.md"
HOOKS = "hooks/hooks.json"
YAML = "harness.yaml"


class Case(NamedTuple):
    file: str
    old: str
    new: str
    rule: str
    line: int | None
    message: str


CASES = [
    Case(YAML, "name: live-commerce\n", "", "field", None, "`name` is missing"),
    Case(YAML, "version: 1.0.0", "version: 1.0", "field", 2, "`version`: input should be a valid string"),
    Case(YAML, "max_turns: 8 |", "max_turns: 80 |", "limit-range", 7, "80 is outside its range 3..12"),
    Case(YAML, "3..12", "12..3", "limit-range", 7, "the range 12..3 is empty"),
    Case(YAML, "8 | 3..12", "eight", "limit", 7, "'eight' is no limit"),
    Case(YAML, "8 | 3..12", "8", "field", 7, "`limits.max_turns`: input should be a valid string"),
    Case(YAML, "  max_retries: 1 | 0..3\n", "", "limit-missing", 6, "`limits.max_retries` is missing"),
    Case(YAML, "language: en", "language: en\nlanguage: zh", "yaml", 4, "duplicate key 'language'"),
    Case(YAML, "language: en", "language: [en", "yaml", 6, "broken YAML"),
    Case(YAML, "    - small-talk", "    - big-talk", "order", 20, "`big-talk` is in the order but not in skills/"),
    Case(SKILL, 'description: "When', "description: *When", "yaml", 3, "broken YAML"),
    Case(SKILL, "description:", "about:", "field", None, "`description` is missing"),
    Case(
        SKILL,
        'description: "When viewers only greet or chat: small talk"',
        'description: ""',
        "description",
        3,
        "0 char",
    ),
    Case(SKILL, "name: small-talk", "name: tiny-talk", "name-and-file", 2, "belongs to skills/tiny-talk/SKILL.md"),
    Case(
        SKILL, "metadata:\n  kind: reply", "metadata: reply", "field", 4, "input should be a mapping of keys to values"
    ),
    Case(SKILL, "kind: reply", "kind: answer", "field", 5, "should be 'reply' or 'strategy'"),
    Case(SKILL, "rule: open", "rule: opening", "rule-kind", 11, "`opening` is no kind of rule"),
    Case(SKILL, '"Enjoy the show."', "joy", "rule-phrase", 13, "the close rule quotes no phrase"),
    Case(SKILL, "Call no tool.", "Call `get_prise`.", "reference", 10, "`get_prise` does not exist"),
    Case(SKILL, "---\nname", "name", "front-matter", 1, "has no front matter"),
    Case(SKILL, "\n---\n\n", "\n\n", "front-matter", 1, "does not end"),
    Case(SKILL, "Call", "\x00Call", "invisible-character", 10, "U+0000"),
    Case(SKILL, "Call", "\u202eCall", "invisible-character", 10, "U+202E"),
    Case(BLOCK, "6 | 5..8", "6 | 5-8", "limit", 7, "is no value with a range"),
    Case(BLOCK, "6 | 5..8", "9 | 5..8", "limit-range", 7, "9 is outside its range 5..8"),
    Case(BLOCK, ": 6 | 5..8", "", "value-missing", 7, "`{max_sentences}` has no value"),
    Case(BLOCK, "id: style", "id: fashion", "name-and-file", 2, "belongs to system_prompt/NN-fashion.md"),
    Case(TOOL, '"integer"', '"int"', "schema", 8, "inputSchema.properties.link.type"),
    Case(
        TOOL,
        '"type": "object",\n    "properties": {\n      "link"',
        '"properties": {"link"',
        "schema",
        4,
        "not of type",
    ),
    Case(TOOL, '"hat/implementation": "price"', '"x": 1', "implementation", 29, "nothing serves this tool"),
    Case(TOOL, '"get_price",', '"get_price"', "json", 3, "broken JSON"),
    Case(TOOL, '"get_price"', '"load_skill"', "name-reserved", 2, "taken by the built-in tool"),
    Case(TOOL, '"get_price"', '"get price"', "name", 2, "no valid tool name"),
    Case(
        TOOL,
        '"description": "Tells how much it is, the price or cost of a link: link price",',
        "",
        "field",
        None,
        "`description` is missing",
    ),
    Case(HOOKS, '"skill-required"', '"skill-wanted"', "hook-builtin", 32, "no built-in hook `skill-wanted`"),
    Case(HOOKS, '"Stop"', '"Halt"', "hook-event", 27, "`Halt` is no event"),
    Case(HOOKS, '"matcher": ".*"', '"matcher": "get_("', "hook-matcher", 5, "is no regular expression"),
    Case(HOOKS, '"PreToolUse"', '"PostToolUse"', "hook-builtin", 9, "does not work on PostToolUse"),
    Case(HOOKS, '"matcher": ".*"', '"matcher": "get_prise"', "hook-unmatched", 5, "the hook never runs"),
    Case(
        SKILL, "Call no tool.", "Use 300 characters.", "limit-contradicted", 10, "above `max_reply_chars`, which is 160"
    ),
    Case(
        SKILL, "Call no tool.", "Try 2-sentence answers of 9 sentences.", "limit-contradicted", 10, "`9 sentences` is"
    ),
    Case(
        SKILL, '"Hello friends!"', f'"{"Hi " * 60}"', "limit-contradicted", 11, "its rules require take 213 characters"
    ),
    Case(SKILL, '"Hello friends!"', '"Hello, Buy now!"', "rule-contradicted", 11, 'has "buy now" in it'),
    Case(SKILL, '"Hello friends!"', '"Free hello!"', "rule-contradicted", 11, "a banned phrase of the hooks"),
    Case(SKILL, "Call no tool.", "See https://a:b1@x.com/y.", "secret", 10, "a URL with credentials (http...)"),
    Case(BLOCK, "id: style", "id: style\nkey: AKIA0123456789ABCDEF", "secret", 3, "an access key of AWS (AKIA...)"),
    Case(TOOL, "Tells how", "sk-abcdefghij0123456789abc tells how", "secret", 3, "an API key (sk-a...)"),
    Case(HOOKS, '"matcher": ".*"', '"matcher": ".*", "timout": 3', "field", 5, "`hooks.PreToolUse.0.timout`: extra"),
    Case(HOOKS, '"skill-required",', '"skill-required", "timeout": 1e300,', "hook-timeout", 32, "between 0 and 60"),
    Case(
        HOOKS,
        '"Stop": [\n      {',
        '"Stop": [\n      {"matcher": "get_price",',
        "hook-unmatched",
        28,
        "concerns no tool",
    ),
    Case(HOOKS, '"banned": [', '"baned": [', "hook-option", 45, "has no option `baned`"),
    Case(HOOKS, '"options": {', '"options": {"units": "yuan",', "hook-option", 44, "is no list of texts"),
    Case(HOOKS, '"name": "skill-required",', '"name": "",', "hook-kind", 27, "not exactly one"),
    Case(YAML, "8 | 3..12", "8 | -3..12", "limit-range", 7, "the range -3..12 leaves 1..100"),
    Case(YAML, "8 | 3..12", "8 | 2.5..12", "limit-range", 7, "is no whole number"),
    Case(YAML, "limits:\n", "limits:\n  max_turn: 8 | 3..12\n", "limit-unknown", 7, "`limits.max_turn` has no effect"),
    Case(YAML, "order:", "orders:", "key", 13, "`orders` is not read"),
    Case(BLOCK, "id: style", "id: style\nmoveable: false", "key", 3, "`moveable` is not read"),
    Case(BLOCK, "id: style", 'id: style\nnote: "a\\0b"', "invisible-character", None, "U+0000, written as an escape"),
    Case(TOOL, "Tells how", "Tells\\u200b how", "invisible-character", None, "U+200B, written as an escape"),
    Case(SKILL, "Call no", "<|im_end|> Call no", "template-marker", 10, "`<|im_end|>` is a marker"),
    Case(HOOKS, '"type": "builtin",', "", "field", None, "`hooks.PreToolUse.0.hooks.0.type` is missing"),
]


def faults_of(folder: Path) -> tuple[Fault, ...]:
    """All faults; a harness with an error among them is not loaded."""
    faults = read_harness(folder).faults
    if errors(faults):
        with pytest.raises(BadInput) as caught:
            load_harness(folder)
        assert caught.value.exit_code == 2
        assert caught.value.faults == errors(faults)
    return faults


@pytest.mark.parametrize("case", CASES, ids=lambda c: f"{c.file}: {c.message}")
def test_a_fault_names_file_line_problem_and_remedy(folder: Path, case: Case) -> None:
    text = (folder / case.file).read_text()
    assert case.old in text
    (folder / case.file).write_text(text.replace(case.old, case.new, 1))
    fault = next(f for f in faults_of(folder) if f.rule == case.rule)
    assert Path(fault.path) == folder / case.file
    assert case.message in fault.message
    assert fault.remedy
    if case.line is not None:
        assert fault.line == case.line


def test_all_faults_come_at_once(folder: Path) -> None:
    (folder / SKILL).write_bytes(b"---\nname: small-talk\n" + b"d: \xff\n")
    (folder / TOOL).write_text("{")
    (folder / YAML).unlink()
    (folder / "skills/product-facts/SKILL.md").unlink()
    (folder / "tools/notes.txt").write_text("?")
    (folder / "system_prompt/45-style.md").write_text((folder / BLOCK).read_text())
    found = {(Path(f.path).relative_to(folder).as_posix(), f.rule, f.line) for f in faults_of(folder)}
    assert found == {
        (SKILL, "encoding", 3),
        (TOOL, "json", 1),
        (YAML, "missing", None),
        ("skills/product-facts/SKILL.md", "missing", None),
        ("tools/notes.txt", "stray", None),
        (BLOCK, "name-duplicate", None),
    }


@pytest.mark.parametrize("file", ["hooks/lib/z.sh", "skills/small-talk/z.md", "tools/z.txt", "skills/z.md", "skill/z"])
def test_no_file_is_skipped_in_silence(folder: Path, file: str) -> None:
    (folder / file).parent.mkdir(exist_ok=True)
    (folder / file).write_text("x")
    found = [Path(fault.path).relative_to(folder).as_posix() for fault in faults_of(folder)]
    assert any(path.startswith(file) or file.startswith(path) for path in found)


@pytest.mark.parametrize("part", ["hooks", "skills", "system_prompt", "tools", "hooks/hooks.json"])
def test_a_part_that_is_something_else(folder: Path, part: str) -> None:
    for broken in ("file", "link"):
        (folder / part).rename(folder / f"{broken}.md")
        if broken == "file":
            (folder / part).mkdir() if "." in part else (folder / part).write_text("x")
        else:
            (folder / part).symlink_to("nowhere")
        assert any(Path(fault.path) == folder / part for fault in errors(faults_of(folder)))
        (folder / part).rmdir() if (folder / part).is_dir() else (folder / part).unlink()
        (folder / f"{broken}.md").rename(folder / part)


def test_scripts_need_their_hooks(folder: Path) -> None:
    (folder / "hooks/guard.sh").write_text("exit 0")
    assert faults_of(folder) == ()
    (folder / HOOKS).unlink()
    assert [(fault.path, fault.rule) for fault in faults_of(folder)] == [(str(folder / HOOKS), "missing")]


def test_a_reference_is_likened_to_what_is_called_so(folder: Path) -> None:
    file = folder / SKILL
    file.write_text(file.read_text().replace("Call no tool.", "Call `get_prices` or `max_age`."))
    first, second = faults_of(folder)
    assert (first.severity, second.severity) == ("error", "warning")
    assert "Did you mean `get_price`?" in first.remedy


def test_a_harness_needs_a_reply_skill(folder: Path) -> None:
    for file in folder.glob("skills/*/SKILL.md"):
        file.write_text(file.read_text().replace("kind: reply", "kind: strategy"))
    assert [f.rule for f in faults_of(folder)] == ["no-reply-skill"]


def test_two_tools_of_one_name(folder: Path) -> None:
    (folder / "tools/other.json").write_text((folder / TOOL).read_text())
    assert {f.rule for f in faults_of(folder)} == {"name-and-file", "name-duplicate"}


def test_no_folder(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="is no folder"):
        read_harness(tmp_path / "none")
    (tmp_path / "7/harness").mkdir(parents=True)
    (tmp_path / "7/harness/harness.yaml").touch()
    with pytest.raises(BadInput, match=r"7: holds no harness\. Did you mean .*7/harness\?"):
        read_harness(tmp_path / "7")
