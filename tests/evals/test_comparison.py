import json
from pathlib import Path

from hat.evals.comparison import read_comparison
from hat.evals.curves import HEIGHT, WIDTH

MOMENTS = {"n": 4, "total": 3.0, "squares": 3.0}
ARM = {"viewers": 4, "requests": 4, "failed": 1, "latency_p50": 0.5, "latency_p95": None} | dict.fromkeys(
    ("judge", "gmv", "orders"), MOMENTS
)
LOOKS = [{"viewers": 20 * i, "difference": 0.3, "low": 0.3 - 2 / i, "high": 0.3 + 2 / i} for i in range(1, 9)]


def test_an_experiment_that_was_run(tmp_path: Path) -> None:
    decision = {
        "verdict": "promote",
        "reasons": ["better"],
        "stage": "measurement",
        "experiment": {"primary": "judge"},
        "statistics": {"smoke": {}, "measurement": {"candidate": ARM}},
        "sequence": LOOKS,
    }
    (tmp_path / "decision.json").write_text(json.dumps(decision))
    found = read_comparison(tmp_path / "decision.json")
    assert (found.arms[0].judge, found.arms[0].failed, found.metric) == (0.75, 1, "judge")
    points = [tuple(map(float, point.split(","))) for point in found.band.split()]
    assert len(points) == 16
    assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in points)
    assert points[0][1] == HEIGHT
    assert float(found.line.split()[-1].split(",")[1]) < found.zero


def test_a_candidate_that_was_never_served(tmp_path: Path) -> None:
    (tmp_path / "decision.json").write_text(json.dumps({"verdict": "rejected", "reasons": ["the gate"]}))
    found = read_comparison(tmp_path / "decision.json")
    assert (found.verdict, found.arms, found.looks) == ("rejected", (), ())
