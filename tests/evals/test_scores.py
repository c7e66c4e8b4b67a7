from dataclasses import replace
from pathlib import Path

import pytest

from hat.errors import BadInput
from hat.evals.case import read_results, write_results
from hat.evals.scores import compare, read_scores, score_models, score_suite

from .sample import results


def test_infrastructure_failures_are_counted_apart() -> None:
    good = results("live_stream_qa", right=1.0, count=10)
    lost = [replace(r, accuracy=None, effectiveness=None, infrastructure="timeout") for r in good[:4]]
    score = score_suite([*lost, *good[4:]], seed=0)
    assert score.unscored == {"timeout": 4}
    assert (score.cases, score.accuracy.value, score.effectiveness.value) == (10, 100.0, 100.0)
    assert sum(part.cases for part in score.kinds.values()) == 6
    assert compare([*lost, *good[4:]], good, seed=0).cases == 6


def test_variants() -> None:
    cases = results("harness_variant_qa", right=0.5, groups=3)
    score = score_suite(cases, seed=0)
    assert set(score.groups) == {"variant-0", "variant-1", "variant-2"}
    assert score.worst_group is not None
    assert score.mean_group is not None
    assert score.worst_group[1].accuracy.value <= score.mean_group


def test_results_and_scores_survive_the_disk(tmp_path: Path) -> None:
    cases = results("live_stream_qa", right=0.5)
    write_results(tmp_path / "a.jsonl", "key-1", [replace(cases[0], said="line\u2028separator"), *cases[1:]])
    assert read_results(tmp_path / "a.jsonl", "key-1") == [replace(cases[0], said="line\u2028separator"), *cases[1:]]
    assert read_results(tmp_path / "a.jsonl", "key-2") is None
    assert read_results(tmp_path / "b.jsonl") is None
    scores = score_models("sha256:h", {"base": "sha256:b"}, {"live_stream_qa": {"base": cases}}, seed=0)
    (tmp_path / "scores.json").write_text(scores.to_json())
    assert read_scores(tmp_path / "scores.json") == scores


def test_damaged_files_are_named(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"key": "k"}\n{"suite": 1}\n')
    (tmp_path / "scores.json").write_text("{")
    with pytest.raises(BadInput, match=r"a\.jsonl"):
        read_results(tmp_path / "a.jsonl", "k")
    with pytest.raises(BadInput, match=r"scores\.json"):
        read_scores(tmp_path / "scores.json")
