import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from hat.evals import evaluate, gate, harness_variant_qa, live_stream_qa
from hat.evals.judge import RulesJudge
from hat.evals.suite import Setting, Subject
from hat.harness.load import load_harness

from .players import KnowsAll, Says

HARNESS = Path(__file__).parents[2] / "harness_repo"
CONFIG = evaluate.EvaluateConfig(cases={"live_stream_qa": 28, "harness_variant_qa": 30}, seed=5)


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The models that were loaded. A model's folder says what it knows."""
    names: list[str] = []

    def load(path: Path, max_new_tokens: int) -> Subject:
        names.append(path.name)
        if (path / "knows").read_text() == "nothing":
            return Subject(Says("<think>\n\n</think>\n\nIt is free."), None)
        state = load_harness(HARNESS)
        settings = {suite: Setting(state, RulesJudge(), count, CONFIG.seed) for suite, count in CONFIG.cases.items()}
        cases = live_stream_qa.cases(settings["live_stream_qa"])
        return Subject(KnowsAll([*cases, *harness_variant_qa.cases(settings["harness_variant_qa"])]), None)

    monkeypatch.setattr(evaluate, "load_subject", load)
    return names


def make_model(path: Path, knows: str) -> Path:
    path.mkdir(parents=True)
    (path / "knows").write_text(knows)
    return path


def run(store: Path, name: str, base: Path, candidate: Path) -> dict[str, Any]:
    """The stage, in a folder beside those of earlier evaluations."""
    (store / name).mkdir(parents=True, exist_ok=True)
    return evaluate.run(CONFIG, {"harness": HARNESS, "base": base, "candidate": candidate}, store / name)


def test_evaluation_and_gate(tmp_path: Path, loaded: list[str]) -> None:
    base, candidate = make_model(tmp_path / "base", "nothing"), make_model(tmp_path / "candidate", "everything")
    metrics = run(tmp_path / "evaluate", "one", base, candidate)
    assert metrics["live_stream_qa/candidate"] == metrics["harness_variant_qa/candidate"] == 100.0
    assert metrics["live_stream_qa/base"] < 30
    config = gate.GateConfig(max_loss={})
    assert gate.run(config, {"evaluation": tmp_path / "evaluate" / "one"}, tmp_path)["passed"]


def test_what_is_known_is_not_asked_again(tmp_path: Path, loaded: list[str]) -> None:
    store, base = tmp_path / "evaluate", make_model(tmp_path / "base", "nothing")
    second = make_model(tmp_path / "second", "everything")
    run(store, "one", base, make_model(tmp_path / "same", "nothing"))
    assert loaded == ["base"]
    run(store, "two", base, second)
    assert loaded == ["base", "second"]
    (store / "two" / "harness_variant_qa.candidate.jsonl").unlink()
    (store / "two" / "scores.json").unlink()
    run(store, "two", base, second)
    assert loaded == ["base", "second", "second"]
    lines = (store / "two" / "live_stream_qa.base.jsonl").read_text().splitlines()
    assert (json.loads(lines[0])["cases"], len(lines)) == (28, 29)


def test_a_suite_that_does_not_exist() -> None:
    with pytest.raises(ValidationError, match="trivia is no suite"):
        evaluate.EvaluateConfig(cases={"trivia": 10})
