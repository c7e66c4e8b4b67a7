import json
from pathlib import Path
from typing import Any

import pytest

from hat.evals.case import CaseResult
from hat.evals.scores import score_models
from hat.harness import snapshot
from hat.registry import promote, register
from hat.registry.registry import Registry

HARNESS = Path(__file__).parents[2] / "harness_repo"
NAME = "hat-live-commerce"


def results(right: int) -> list[CaseResult]:
    return [
        CaseResult("live_stream_qa", f"case-{i}", "price", "", (), "", int(i < right), float(i < right))
        for i in range(20)
    ]


@pytest.fixture
def inputs(empty_registry: Registry) -> dict[str, Path]:
    """What the stages before registration leave, in the registry's store."""
    folders = {name: empty_registry.folder.parent / name / "0" for name in ("export", "snapshot", "gate", "evaluate")}
    for folder in folders.values():
        folder.mkdir(parents=True)
    (folders["export"] / "model").mkdir()
    (folders["export"] / "model" / "config.json").write_text("{}")
    lines = [{"stage": "hsa_sft", "step": step, "name": "loss", "value": 1 / step} for step in range(1, 1001)]
    (folders["export"] / "metrics.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    snapshot.run(snapshot.SnapshotSettings(), {"harness": HARNESS}, folders["snapshot"])
    models = {"base": "sha256:b", "candidate": "sha256:c"}
    scores = score_models(
        "sha256:h", models, {"live_stream_qa": {"base": results(5), "candidate": results(19)}}, seed=1
    )
    (folders["evaluate"] / "scores.json").write_text(scores.to_json())
    return {
        "model": folders["export"] / "model",
        "harness": folders["snapshot"] / "harness",
        "gate": folders["gate"],
        "scores": folders["evaluate"],
        "hsa_sft": folders["export"],
    }


def run_register(inputs: dict[str, Path], passed: bool) -> dict[str, Any]:
    gate = {"passed": passed, "reasons": ["live_stream_qa: +70.0 points"]}
    (inputs["gate"] / "gate.json").write_text(json.dumps(gate))
    out = inputs["model"].parents[2] / "register" / "0"
    out.mkdir(parents=True, exist_ok=True)
    return register.run(register.RegisterSettings(), inputs, out)


def run_promote(inputs: dict[str, Path], decision: str) -> dict[str, Any]:
    store = inputs["model"].parents[2]
    out = store / "promote" / "0"
    out.mkdir(parents=True, exist_ok=True)
    (out / "decision.json").write_text(json.dumps({"verdict": decision, "reasons": ["candidate is better"]}))
    return promote.run(promote.PromoteSettings(), {"ab": out, "register": store / "register" / "0"}, out)


def test_a_passed_candidate_is_registered_once_and_promoted(inputs: dict[str, Path], empty_registry: Registry) -> None:
    records = [run_register(inputs, passed=True) for _ in range(2)]
    assert records[0] == records[1]
    candidate = empty_registry.holder(NAME, "candidate")
    assert candidate is not None
    assert (candidate.version, candidate.rejected) == (1, False)
    client = empty_registry.client
    tags = client.get_model_version(NAME, "1").tags
    assert tags["score.live_stream_qa"].startswith("95.0 [")
    assert len(client.get_metric_history(records[0]["run"], "hsa_sft/loss")) == 1000
    assert client.get_run(records[0]["run"]).data.metrics["live_stream_qa.base"] == 25.0
    assert [file.path for file in client.list_artifacts(records[0]["run"])] == ["gate.json", "scores.json"]
    record = run_promote(inputs, "promote")
    assert (record["outcome"], record["champion"]) == ("promoted", 1)
    assert empty_registry.holder(NAME, "candidate") is None
    run_register(inputs, passed=True)
    assert empty_registry.holder(NAME, "candidate") is None


@pytest.mark.parametrize(("decision", "outcome"), [("abort", "rolled back"), ("hold", "rolled back")])
def test_without_a_promotion_the_candidate_leaves(
    inputs: dict[str, Path], empty_registry: Registry, decision: str, outcome: str
) -> None:
    run_register(inputs, passed=True)
    record = run_promote(inputs, decision)
    assert (record["outcome"], record["champion"]) == (outcome, None)
    assert empty_registry.holder(NAME, "candidate") is None


def test_a_rejected_candidate_is_kept_and_never_a_candidate(inputs: dict[str, Path], empty_registry: Registry) -> None:
    assert run_register(inputs, passed=False)["gate"] == "rejected"
    assert empty_registry.holder(NAME, "candidate") is None
    assert empty_registry.release(NAME, 1).rejected
    assert run_promote(inputs, "rejected")["outcome"] == "rejected"
