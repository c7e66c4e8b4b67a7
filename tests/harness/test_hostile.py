"""Files that would harm a careless reader."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hat.errors import BadInput
from hat.harness.load import load_harness

FRONT = "---\nname: small-talk\ndescription: chat\n{}\n---\n\nTalk.\n"
BOMB = "a: &a [x, x]\n" + "\n".join(f"{c}: &{c} [*{p}, *{p}]" for p, c in zip("abcdefgh", "bcdefghi", strict=True))

SKILLS = {
    "bomb": (FRONT.format(BOMB), "anchors and aliases are not read"),
    "cycle": (FRONT.format("a: &a [*a]"), "anchors and aliases are not read"),
    "object": (FRONT.format("a: !!python/object/apply:os.system [ls]"), "is not read"),
    "bytes": (FRONT.format("a: !!binary aGk="), "is not read"),
    "infinity": (FRONT.format("a: .inf"), "is not plain YAML"),
    "surrogate": (FRONT.format(r'a: "\ud800"'), "invalid Unicode character"),
    "deep": (FRONT.format("a: " + "[" * 20_000), "YAML"),
    "list": ("---\n- name\n---\nTalk.\n", "is no list of `key: value` lines"),
    "long": (FRONT.format("a: b") + "x" * 50_000_000, "is longer than"),
}
TOOLS = {
    "deep": ("[" * 100_000, "is not plain JSON"),
    "twice": ('{"name": "a", "name": "b"}', "duplicate key 'name'"),
    "not a number": ('{"name": NaN}', "is not plain JSON"),
    "digits": ('{"name": ' + "9" * 10_000 + "}", "is not plain JSON"),
    "list": ("[]", "is no JSON object"),
}


def message_of(folder: Path) -> str:
    with pytest.raises(BadInput) as caught:
        load_harness(folder)
    return str(caught.value)


@pytest.mark.parametrize("case", SKILLS)
def test_hostile_front_matter(folder: Path, case: str) -> None:
    text, message = SKILLS[case]
    (folder / "skills/small-talk/SKILL.md").write_text(text)
    assert message in message_of(folder)


@pytest.mark.parametrize("case", TOOLS)
def test_hostile_json(folder: Path, case: str) -> None:
    text, message = TOOLS[case]
    (folder / "tools/get_price.json").write_text(text)
    assert message in message_of(folder)


def test_a_link_out_of_the_folder_is_not_followed(folder: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("---\nid: secret\n---\nA secret.\n")
    (folder / "system_prompt/70-secret.md").symlink_to(secret)
    assert "leads outside the harness folder" in message_of(folder)


def test_a_link_within_the_folder_is_followed(folder: Path) -> None:
    (folder / "shared.md").write_text("---\nid: shared\n---\nShared text.\n")
    (folder / "system_prompt/70-shared.md").symlink_to(folder / "shared.md")
    assert load_harness(folder).prompt[-1].id == "shared"


def test_a_link_that_leads_to_itself(folder: Path) -> None:
    (folder / "skills/loop").symlink_to(folder / "skills/loop")
    (folder / "tools/loop.json").symlink_to(folder / "tools/loop.json")
    assert message_of(folder).count("loop") >= 2


def test_a_pipe_does_not_hang(folder: Path) -> None:
    os.mkfifo(folder / "tools/pipe.json")
    assert "is not a plain file" in message_of(folder)
