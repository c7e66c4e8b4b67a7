import json
from dataclasses import replace
from pathlib import Path

import pytest

from hat.evals.gate import GateConfig, run
from hat.evals.scores import score_models

from .sample import results


def gate(tmp_path: Path, qa: float, ifeval: float, lost: int = 0) -> dict[str, object]:
    """The gate's record for a candidate with these shares of right answers; the base has 0.4 and 0.8."""
    cases = {
        suite: {"base": results(suite, 0.4, 200), "candidate": results(suite, qa, 200)}
        for suite in ("live_stream_qa", "harness_variant_qa")
    }
    cases["ifeval"] = {"base": results("ifeval", 0.8, 200), "candidate": results("ifeval", ifeval, 200)}
    answers = cases["live_stream_qa"]["candidate"]
    answers[:lost] = [replace(r, accuracy=None, effectiveness=None, infrastructure="crash") for r in answers[:lost]]
    scores = score_models("sha256:h", {"base": "b", "candidate": "c"}, cases, seed=0)
    (tmp_path / "scores.json").write_text(scores.to_json())
    returned = run(GateConfig(), {"evaluation": tmp_path}, tmp_path)
    assert json.loads((tmp_path / "gate.json").read_text()) == json.loads(json.dumps(returned))
    return returned


def test_passes(tmp_path: Path) -> None:
    record = gate(tmp_path, qa=0.9, ifeval=0.8)
    assert record["passed"]
    assert len(record["reasons"]) == 3  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("qa", "ifeval", "lost", "said"),
    [(0.48, 0.8, 0, "live_stream_qa"), (0.9, 0.6, 0, "ifeval: -"), (0.9, 0.8, 30, "30 crash")],
)
def test_rejects_with_the_reason(tmp_path: Path, qa: float, ifeval: float, lost: int, said: str) -> None:
    record = gate(tmp_path, qa, ifeval, lost)
    assert not record["passed"]
    assert any(said in reason for reason in record["reasons"])  # type: ignore[attr-defined]


def test_a_suite_that_was_not_evaluated_does_not_pass(tmp_path: Path) -> None:
    (tmp_path / "scores.json").write_text(score_models("h", {}, {}, seed=0).to_json())
    assert not run(GateConfig(), {"evaluation": tmp_path}, tmp_path)["passed"]
