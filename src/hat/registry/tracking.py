"""A training run in MLflow: parameters, scores, curves and files, logged once for each candidate."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from hat.registry.registry import Registry

BATCH = 900
"""Metrics in one call; MLflow takes up to 1,000."""


def log_run(
    registry: Registry,
    experiment: str,
    key: str,
    params: Mapping[str, str],
    scores: Mapping[str, float],
    curves: Iterable[Mapping[str, Any]],
    files: Sequence[Path],
) -> str:
    """The id of the finished run tagged `key`, logged unless there is one; what a killed try left is deleted first.

    `curves` are lines of `metrics.jsonl`: `stage`, `step`, `name`, `value`. `files` are copied as artifacts.
    """
    from mlflow.entities import Metric, Param

    client = registry.client
    found = client.get_experiment_by_name(experiment)
    place = found.experiment_id if found else client.create_experiment(experiment, str(registry.folder / "artifacts"))
    for run in client.search_runs([place], f"tags.key = '{key}'"):
        if run.info.status == "FINISHED":
            return str(run.info.run_id)
        client.delete_run(run.info.run_id)
    run_id: str = client.create_run(place, tags={"key": key}).info.run_id
    client.log_batch(run_id, params=[Param(name, value) for name, value in params.items()])
    metrics = [Metric(name, value, 0, 0) for name, value in scores.items()]
    metrics += [Metric(f"{line['stage']}/{line['name']}", line["value"], 0, line["step"]) for line in curves]
    for start in range(0, len(metrics), BATCH):
        client.log_batch(run_id, metrics=metrics[start : start + BATCH])
    for file in files:
        client.log_artifact(run_id, str(file))
    client.set_terminated(run_id)
    return run_id
