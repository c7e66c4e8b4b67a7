"""Files that would harm a careless reader."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from hat.errors import BadInput, errors
from hat.harness.check import check
from hat.harness.diff import diff
from hat.harness.load import load_harness, read_harness
from hat.harness.render import tool_specs
from hat.hsa import make_variant

FRONT = "---\nname: small-talk\ndescription: chat\n{}\n---\n\nTalk.\n"
BOMB = "a: &a [x, x]\n" + "\n".join(f"{c}: &{c} [*{p}, *{p}]" for p, c in zip("abcdefgh", "bcdefghi", strict=True))

SKILLS = {
    "bomb": (FRONT.format(BOMB), "anchors and aliases are not read"),
    "cycle": (FRONT.format("a: &a [*a]"), "anchors and aliases are not read"),
    "object": (FRONT.format("a: !!python/object/apply:os.system [ls]"), "is not read"),
    "bytes": (FRONT.format("a: !!binary aGk="), "is not read"),
    "infinity": (FRONT.format("a: .inf"), "SKILL.md:4:4: broken YAML: '.inf' is no finite number"),
    "digits": (FRONT.format("a: " + "9" * 10_000), "SKILL.md:4:4: broken YAML: Exceeds the limit"),
    "anchored key": (FRONT.format("&a a: b"), "a key must be plain text"),
    "tagged key": (FRONT.format("!!str a: b"), "a key must be plain text"),
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


@pytest.fixture(autouse=True)
def quick() -> Iterator[None]:
    """No hostile file may hang its reader."""
    started = time.monotonic()
    yield
    assert time.monotonic() - started < 5


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


@pytest.mark.parametrize("name", ["ｇet_price", "get＿price", "gеt_price", "get_price\u200b", "get_price\u0301"])  # noqa: RUF001
def test_a_tool_named_like_another_after_unicode_normalisation(folder: Path, name: str) -> None:
    tool = json.loads((folder / "tools/get_price.json").read_text())
    (folder / f"tools/{name}.json").write_text(json.dumps({**tool, "name": name}))
    assert "is no valid tool name" in message_of(folder)


def test_a_schema_that_refers_to_itself(folder: Path) -> None:
    file = folder / "tools/get_price.json"
    tool = json.loads(file.read_text())
    tree = {"type": "object", "properties": {"link": {"$ref": "#"}, "more": {"$ref": "#/$defs/more"}}}
    tool["inputSchema"] = {**tree, "$defs": {"more": {"items": {"$ref": "#/$defs/more"}}}}
    file.write_text(json.dumps(tool))
    state = load_harness(folder)
    for seed in range(5):
        variant = make_variant(state, seed)
        assert errors(check(variant.state)) == ()
        assert json.dumps(tool_specs(variant.state))


def test_ten_thousand_hooks(folder: Path) -> None:
    hooks = [{"type": "command", "command": f"h{i}"} for i in range(10_000)]
    (folder / "hooks/hooks.json").write_text(json.dumps({"hooks": {"Stop": [{"hooks": hooks}]}}))
    state = load_harness(folder)
    assert len(state.hooks) == 10_000
    assert diff(state, replace(state, hooks=state.hooks[:-1]))[0].action == "removed"
    assert len(make_variant(state, 1).state.hooks) == 10_000


@pytest.mark.parametrize("matcher", ["(a+)+$", "(.*)*b", "(a|aa)+$"])
def test_a_matcher_that_backtracks(folder: Path, matcher: str) -> None:
    text = (folder / "hooks/hooks.json").read_text().replace('"matcher": ".*"', json.dumps({"matcher": matcher})[1:-1])
    (folder / "hooks/hooks.json").write_text(text)
    tool = json.loads((folder / "tools/get_price.json").read_text())
    (folder / f"tools/{'a' * 60}_.json").write_text(json.dumps({**tool, "name": f"{'a' * 60}_"}))
    read_harness(folder)
