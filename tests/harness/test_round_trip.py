from __future__ import annotations

import shutil
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings

from hat.errors import BadInput, errors
from hat.harness.check import check
from hat.harness.diff import diff
from hat.harness.digest import digest
from hat.harness.format.hooks import by_event
from hat.harness.load import load_harness
from hat.harness.save import save_harness
from hat.harness.state import HarnessState

from .generated import harnesses


def saved_and_loaded(state: HarnessState) -> HarnessState:
    with tempfile.TemporaryDirectory() as folder:
        save_harness(state, Path(folder) / "harness")
        return load_harness(Path(folder) / "harness")


@given(harnesses())
@settings(max_examples=25)
def test_any_sound_state_survives_saving(state: HarnessState) -> None:
    assert errors(check(state)) == ()
    loaded = saved_and_loaded(state)
    assert loaded == replace(state, hooks=by_event(state.hooks))
    assert digest(loaded) == digest(state)
    assert diff(state, loaded) == []


def test_the_default_harness_survives_saving(default: HarnessState) -> None:
    assert saved_and_loaded(default) == default


def test_saving_twice_gives_the_same_bytes(default: HarnessState, tmp_path: Path) -> None:
    save_harness(default, tmp_path / "a")
    save_harness(load_harness(tmp_path / "a"), tmp_path / "b")
    files = [p.relative_to(tmp_path / "a") for p in (tmp_path / "a").rglob("*") if p.is_file()]
    assert len(files) == 1 + 6 + 9 + 7 + 1
    assert all((tmp_path / "a" / f).read_bytes() == (tmp_path / "b" / f).read_bytes() for f in files)


def test_unknown_keys_line_ends_and_a_byte_order_mark_survive(folder: Path) -> None:
    skill = folder / "skills/small-talk/SKILL.md"
    text = skill.read_text().replace("metadata:", "license: MIT\nreviewed: 2026-01-31\nmetadata:\n  owner: Li")
    skill.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    loaded = load_harness(folder)
    changed = loaded.skill("small-talk")
    assert changed is not None
    assert changed.extra == {"license": "MIT", "reviewed": "2026-01-31", "metadata": {"owner": "Li"}}
    assert saved_and_loaded(loaded) == loaded


def test_the_digest_depends_on_content_only(default: HarnessState, folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    for file in sorted((p for p in folder.rglob("*") if p.is_file()), reverse=True):
        (other / file.relative_to(folder)).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, other / file.relative_to(folder))
    assert digest(load_harness(other)) == digest(default)
    shuffled = replace(default, limits=dict(reversed(default.limits.items())), hooks=by_event(default.hooks[::-1]))
    assert digest(replace(shuffled, hooks=default.hooks)) == digest(default)
    assert digest(shuffled) != digest(default), "the order of hooks on one event is content"


def test_what_the_model_reads_is_content(default: HarnessState) -> None:
    tool = default.tools[2]
    properties = dict(reversed(tool.input_schema["properties"].items()))
    turned = replace(tool, input_schema={**tool.input_schema, "properties": properties})
    other = replace(default, tools=(*default.tools[:2], turned, *default.tools[3:]))
    assert digest(other) != digest(default)
    assert digest(replace(default, skills=default.skills[::-1])) != digest(default)


def test_saving_refuses_what_could_not_be_loaded(default: HarnessState, tmp_path: Path) -> None:
    outside = replace(default.skills[0], name="../outside")
    with pytest.raises(BadInput, match="no valid skill name"):
        save_harness(replace(default, skills=(outside, *default.skills[1:])), tmp_path / "a")
    save_harness(default, tmp_path / "b")
    with pytest.raises(BadInput, match="exists already"):
        save_harness(default, tmp_path / "b")
    assert [p.name for p in tmp_path.iterdir()] == ["b"]
