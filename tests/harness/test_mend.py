"""Front matter as people write it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st

from hat.errors import BadInput
from hat.harness.format.mend import mend
from hat.harness.format.skill import parse_skill
from hat.harness.format.source import Source
from hat.harness.load import load_harness, read_harness
from hat.harness.state import Skill

DESCRIPTIONS = {
    "description: When: viewers ask": "When: viewers ask",
    "description: fix #12, and # 13": "fix #12, and # 13",
    "description: # 1 choice": "# 1 choice",
    "description: [beta] do": "[beta] do",
    "description: [a, b]": "[a, b]",
    "description: {a: b}": "{a: b}",
    "description: 2024": "2024",
    "description: yes": "yes",
    "description: `x` and y": "`x` and y",
    "description: - x": "- x",
    "description: > 5 items": "> 5 items",
    'description: "Say "hi" now"': 'Say "hi" now',
    "description: 'It's fine'": "It's fine",
    'description: "foo" bar': '"foo" bar',
    "description：用于：价格": "用于：价格",  # noqa: RUF001
    "description: x\nmetadata:\n\tkind: strategy": "x",
}
AS_THEY_ARE = {
    "description:\tx": "x",
    "description : x": "x",
    'description: "a: b" # note': "a: b",
    "description: 'it''s'": "it's",
    "description: >\n  When: the #1\n  \tb": "When: the #1 b",
    "description: |-\n  When: [the]": "When: [the]",
    "description: a\n  b": "a b",
    "description: C# and F#, 100% fun": "C# and F#, 100% fun",
    "description: 用于：价格 # 1": "用于：价格 # 1",  # noqa: RUF001
    "description: 2024-05-01": "2024-05-01",
    'description: "say \\"hi\\": now" # note': 'say "hi": now',
    "description: |\n  a: b: c\n   \td: [\n  \te": "a: b: c d: [ e",
    "x:\n  - |\n    a: b: c\n    \td: e: f\ndescription: x": "x",
    "x:\n  - >-\n    description: yes\ndescription: x": "x",
    "x:\n  description: 2024\ndescription: x": "x",
}
REFUSED = [
    'description: "foo', "description: *x* y", "description: &x y", "description: [a", "description: a\n  b: c",
    "description: !!bool foo", 'description: !!int ""', "description: !!timestamp foo", "description: !x y",
]  # fmt: skip


def read(front: str) -> tuple[Skill, int]:
    """The skill, and how many lines were mended."""
    mended, warnings = mend(Source("skills/x/SKILL.md", f"---\n{front}\nname: x\n---\n\nBody: # [x]\n"))
    return parse_skill(mended), len(warnings)


@pytest.mark.parametrize("line", DESCRIPTIONS)
def test_a_plain_meaning_is_read_with_a_warning(line: str) -> None:
    skill, warnings = read(line)
    assert (skill.description, warnings) == (DESCRIPTIONS[line], 1)
    assert skill.body == "Body: # [x]\n"


@pytest.mark.parametrize("line", AS_THEY_ARE)
def test_yaml_stays_as_it_is(line: str) -> None:
    skill, warnings = read(line)
    assert (skill.description, warnings) == (AS_THEY_ARE[line], "# 1" in line)


@pytest.mark.parametrize("front", REFUSED)
def test_what_is_not_plain_is_refused_with_line_and_column(front: str) -> None:
    with pytest.raises(BadInput) as caught:
        read(front)
    assert all(fault.line and fault.column for fault in caught.value.faults)


def test_other_keys_keep_their_lists_and_comments() -> None:
    skill, warnings = read("description: x\nlicense: MIT # ok\ntags: [a, b]\nmore: [a,\n  b]\nneeds: node: 18")
    assert skill.extra == {"license": "MIT", "tags": ["a", "b"], "more": ["a", "b"], "needs": "node: 18"}
    assert warnings == 1


@given(st.text(st.characters(codec="utf-8", exclude_categories=["C", "Zl", "Zp"]), min_size=1).map(str.strip))
def test_a_description_is_read_as_written_or_refused(text: str) -> None:
    assume(text and text[0] not in "\"'|>")
    try:
        skill, _ = read(f"description: {text}")
    except BadInput as error:
        event("refused")
        lines = {fault.line for fault in error.faults}
        assert None not in lines
    else:
        assert skill.description == " ".join(text.split())


def test_the_warning_shows_file_line_and_mended_line(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    file = folder / "skills/small-talk/SKILL.md"
    file.write_text(file.read_text().replace('"When viewers only greet or chat: small talk"', "Chat: small talk"))
    reading = read_harness(folder)
    assert reading.errors == ()
    (warning,) = reading.warnings
    assert (warning.path, warning.line, warning.rule) == (str(file), 3, "front-matter")
    assert '`description: "Chat: small talk"`' in warning.remedy
    assert load_harness(folder) == reading.state
    assert "1 warning, see `hat harness check" in caplog.text
