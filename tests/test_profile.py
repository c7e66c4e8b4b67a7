import json
import os
from itertools import pairwise
from pathlib import Path

import pytest
import yaml
from hypothesis import assume, given
from hypothesis import strategies as st

from hat.errors import BadInput
from hat.profile import FOLDER, known, load_profile
from hat.stage import STAGES


@pytest.mark.parametrize("name", known())
def test_a_profile_writes_down_every_number(name: str) -> None:
    written = yaml.safe_load((FOLDER / f"{name}.yaml").read_text())
    for stage, settings in json.loads(load_profile(name).to_json()).items():
        unwritten = {key for key, value in settings.items() if value is not None} - set(written.get(stage, {}))
        assert not unwritten, f"{stage}: {unwritten}"


def test_all_faults_of_a_profile_are_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(
        "base: nowhere\nhsa_stf: {}\nhsa_sft: {epoch: 3, learning_rate: fast}\nevaluate: {cases: {iq: 3}}\n"
    )
    with pytest.raises(BadInput) as refused:
        load_profile(str(path))
    text = str(refused.value)
    for part in (
        "mine.yaml: base: ",
        "mine.yaml: hsa_stf: is neither `base` nor a stage. The stages are snapshot, trajectories",
        "mine.yaml: hsa_sft.epoch: is not a setting. The settings of hsa_sft are epochs,",
        "mine.yaml: hsa_sft.learning_rate: Input should be a valid number",
        "mine.yaml: evaluate.cases: Value error, iq is no suite",
    ):
        assert part in text


def test_an_unknown_profile_lists_the_known_ones() -> None:
    with pytest.raises(BadInput, match=r"mikro: there is no such profile. Choose one of .*micro"):
        load_profile("mikro")


BOMB = "a: &a [x, x]\n" + "".join(f"{b}: &{b} [*{a}, *{a}]\n" for a, b in pairwise("abcdefghijklmnopqrstuvwxyz"))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"a: [1", "mine.yaml:1:4: broken YAML"),
        (b"\xff\xfe", "is not UTF-8"),
        (b"- 1", "mine.yaml:1: is no list of `key: value` lines"),
        (b"", "mine.yaml:1: is no list of `key: value` lines"),
        (BOMB.encode(), "mine.yaml:1:4: broken YAML: anchors and aliases are not read"),
        (b"base: !!python/name:os.system", "the tag .* is not read"),
        (b"base: " + b"[" * 500_000, "maximum nesting depth"),
        (b"base: " + b"{a: " * 200_000, "nested too deeply"),
        (b"#" * 2_000_000, "is longer than 1,000,000 bytes"),
        (b"gate:\ngate:\n", "duplicate key 'gate'"),
    ],
    ids=range(10),
)
def test_a_file_that_is_no_profile(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "mine.yaml"
    path.write_bytes(content)
    with pytest.raises(BadInput, match=message):
        load_profile(str(path))


def test_what_is_no_file_is_refused_at_once(tmp_path: Path) -> None:
    (tmp_path / "folder.yaml").mkdir()
    os.mkfifo(tmp_path / "pipe.yaml")
    (tmp_path / "endless.yaml").symlink_to("/dev/zero")
    (tmp_path / "ring.yaml").symlink_to("ring.yaml")
    for name in ("folder.yaml", "pipe.yaml", "endless.yaml", "ring.yaml", "folder.yaml/mine.yaml"):
        with pytest.raises(BadInput, match=name):
            load_profile(str(tmp_path / name))


@given(st.text())
def test_any_other_name_is_no_profile(name: str) -> None:
    assume(name not in known())
    with pytest.raises(BadInput):
        load_profile(name)


def test_every_stage_has_a_component() -> None:
    folder = Path(__file__).parents[1] / "components"
    assert {path.parent.name for path in folder.glob("*/component.py")} == set(STAGES)
    for stage in STAGES:
        assert yaml.safe_load((folder / stage / "metadata.yaml").read_text())["name"] == stage
        assert STAGES[stage] in (folder / stage / "README.md").read_text()


def test_a_command_that_needs_one_section_reads_no_other(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("hsa_sft: {epoch: 3}\n")
    assert load_profile(str(path), ["snapshot"]).sections.keys() == {"snapshot"}
