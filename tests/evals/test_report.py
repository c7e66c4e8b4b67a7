import json
from html.parser import HTMLParser
from pathlib import Path

import pytest

from hat.errors import BadInput
from hat.evals.case import write_results
from hat.evals.curves import Curve, read_curves, thin
from hat.evals.report import write_report
from hat.evals.scores import score_models
from hat.events import Event
from hat.train.metrics import MetricsLog

from .sample import results

SUITES = ("live_stream_qa", "harness_variant_qa", "robustness", "ifeval")


def make_run(folder: Path) -> dict[str, Event]:
    """The stage folders of a run that was promoted."""
    stages = {}
    for number, stage in enumerate(("snapshot", "hsa_sft", "hsa_rl", "evaluate", "gate", "ab")):
        (folder / stage).mkdir()
        stages[stage] = Event(stage, "cached" if number == 0 else "done", str(folder / stage), seconds=12.5 * number)
    for stage, name in (("hsa_sft", "loss"), ("hsa_rl", "reward"), ("hsa_rl", "kl")):
        lines = [{"stage": stage, "step": s, "name": name, "value": 3.0 / (s + 1)} for s in range(300)]
        with (folder / stage / "metrics.jsonl").open("a") as file:
            file.writelines(json.dumps(line) + "\n" for line in lines)
    cases = {
        suite: {
            model: results(suite, right, seed=seed, groups=8 * (suite == "harness_variant_qa"))
            for seed, (model, right) in enumerate((("base", 0.55), ("candidate", 0.9)))
        }
        for suite in SUITES
    }
    for suite, by_model in cases.items():
        for model, answered in by_model.items():
            write_results(folder / "evaluate" / f"{suite}.{model}.jsonl", "k", answered)
    scores = score_models("sha256:4f1e", {"base": "sha256:aa", "candidate": "sha256:bb"}, cases, seed=0)
    (folder / "evaluate" / "scores.json").write_text(scores.to_json())
    gate = {"passed": True, "reasons": ["live_stream_qa: 55.0 -> 90.0."], "checks": []}
    (folder / "gate" / "gate.json").write_text(json.dumps(gate))
    return stages


class Page(HTMLParser):
    """What a browser would fetch or run, and the elements that are there."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.fetched: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.fetched += [value or "" for name, value in attrs if name in ("src", "href", "xlink:href")]


def test_one_self_contained_page(tmp_path: Path) -> None:
    write_report("micro", make_run(tmp_path), tmp_path / "report.html")
    html = (tmp_path / "report.html").read_text()
    page = Page()
    page.feed(html)
    assert page.fetched == []
    assert "script" not in page.tags
    assert "&lt;script&gt;" in html
    assert page.tags.count("polyline") == 3
    for said in (
        "The gate let the candidate through",
        "Live-Stream QA",
        "sha256:4f1e",
        "Hi fam! It is free.",
        "get_price",
    ):
        assert said in html


def test_an_evaluation_alone_is_enough(tmp_path: Path) -> None:
    stages = make_run(tmp_path)
    write_report("micro", {"evaluate": stages["evaluate"]}, tmp_path / "report.html")
    assert "gate" not in (tmp_path / "report.html").read_text().lower()


def test_curves_of_a_resumed_stage(tmp_path: Path) -> None:
    log = MetricsLog(tmp_path, "s")
    for step, value in ((1, 5.0), (2, 4.0)):
        log.add(step, {"loss": value})
    log.rewind(1)
    for step, value in ((2, 3.0), (3, float("nan")), (4, 1.0)):
        log.add(step, {"loss": value})
    assert read_curves([tmp_path]) == [Curve("s", "loss", ((1, 5.0), (2, 3.0), (4, 1.0)))]
    log.path.write_text('{"stage": "s"')
    with pytest.raises(BadInput, match=r"metrics\.jsonl"):
        read_curves([tmp_path])


def test_thin_keeps_the_ends() -> None:
    points = [(float(i), float(i % 7)) for i in range(1001)]
    assert len(thin(points)) < 130
    assert (thin(points)[0], thin(points)[-1]) == (points[0], points[-1])
