from pathlib import Path

import pytest

from hat.agent.chat import Chat
from hat.harness.digest import digest
from hat.harness.load import load_harness
from hat.micro.load import base_path
from hat.train import trajectories
from hat.train.policy import load_tokenizer
from hat.train.record import read_records
from hat.train.trajectories import TrajectoriesSettings, run

HARNESS = Path(__file__).parents[2] / "harness_repo"
CONFIG = TrajectoriesSettings(states=4, requests=6, variants=0.5, faults=0.3, slips=0.4, whole=0.5, seed=1)


@pytest.fixture
def inputs() -> dict[str, Path]:
    return {"harness": HARNESS, "base": base_path()}


def test_trajectories_are_rendered_by_their_harness_and_train_on_the_teacher_only(
    tmp_path: Path, inputs: dict[str, Path]
) -> None:
    result = run(CONFIG, inputs, tmp_path)
    records = read_records(tmp_path)
    assert result["trajectories"] == len(records) >= 20
    assert 0 < result["kept_whole"] < result["retried"]
    assert result["faults"]
    original = digest(load_harness(HARNESS))
    assert {entry.variant for entry in records} == {True, False}
    assert all((entry.harness == original) != entry.variant for entry in records)
    chat = Chat(load_tokenizer(base_path()))
    for entry in records:
        text = chat.tokenizer.decode(entry.ids)
        learnt = chat.tokenizer.decode([i for i, trained in zip(entry.ids, entry.trained, strict=True) if trained])
        assert text.endswith("<|im_end|>")
        assert text.count("<|im_start|>assistant") + 1 == learnt.count("<|im_end|>") + entry.whole
        assert "<tool_response>" in text
        assert "<tool_response>" not in learnt
        assert ("Welcome to our live room!" in text) == entry.whole
        assert "Welcome to our live room!" not in learnt


def test_without_variants_it_is_the_fixed_harness_baseline(tmp_path: Path, inputs: dict[str, Path]) -> None:
    result = run(CONFIG.model_copy(update={"variants": 0.0}), inputs, tmp_path)
    assert result["harness_states"] == 1
    assert result["under_variants"] == 0


def test_a_killed_stage_goes_on_with_the_next_scene(
    tmp_path: Path, inputs: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    run(CONFIG, inputs, tmp_path / "whole")
    answered = []
    answer = trajectories.answer

    def dying(scene, chat, config, number):
        if number == 2 and 2 not in answered:
            answered.append(2)
            raise KeyboardInterrupt
        answered.append(number)
        return answer(scene, chat, config, number)

    monkeypatch.setattr(trajectories, "answer", dying)
    with pytest.raises(KeyboardInterrupt):
        run(CONFIG, inputs, tmp_path / "resumed")
    run(CONFIG, inputs, tmp_path / "resumed")
    assert answered == [0, 1, 2, 2, 3]
    assert read_records(tmp_path / "resumed") == read_records(tmp_path / "whole")
    assert [path.name for path in (tmp_path / "resumed").iterdir()] == ["trajectories.jsonl"]
