"""Stage: candidate, champion and control serve on this machine, and viewers of the simulated room decide."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pydantic import Field

from hat.canary.arms import LocalArm, local_arms
from hat.canary.course import Look, run_course
from hat.canary.fixed_horizon import compare
from hat.canary.gateway import create_app
from hat.canary.ledger import Ledger
from hat.canary.plan import stages
from hat.canary.services import running, served
from hat.canary.spec import CANDIDATE, CHAMPION, Experiment, Primary
from hat.canary.split import Split
from hat.canary.summary import summarise
from hat.canary.traffic import Traffic
from hat.registry.register import FILE as REGISTRATION
from hat.registry.registry import Registry
from hat.settings import Settings
from hat.storage import write_json

FILE = "decision.json"
LEDGER = "ledger.sqlite"


class AbSettings(Settings):
    """Numbers of the A/B.

    Viewers come `batch` by `batch`, `concurrency` of them at once, with a look at the statistics after each batch:
    `smoke` viewers in all, a third on each arm, `ramp` in each step of the safety ramp, at most `measurement` at
    50/50. A service that takes longer than `timeout_s` has failed. The rest is as in `hat.canary.spec.Experiment`.
    """

    smoke: int = Field(default=12, ge=3)
    ramp: int = Field(default=32, ge=1)
    measurement: int = Field(default=224, ge=2)
    batch: int = Field(default=16, ge=1)
    concurrency: int = Field(default=8, ge=1)
    timeout_s: float = Field(default=30.0, gt=0)
    seed: int = 0
    primary: Primary = "judge"
    margin: float = 0.0
    alpha: float = Field(default=0.05, gt=0, lt=1)
    minimum_viewers: int = Field(default=20, ge=2)
    gmv_cap: float = Field(default=600.0, gt=0)
    latency_budget_s: float = Field(default=15.0, gt=0)


def run(config: AbSettings, inputs: dict[str, Path], out: Path) -> dict[str, Any]:
    """Compare the version in `inputs["register"]` with the champion, or with `inputs["base"]` where there is none yet.

    Writes `out/ledger.sqlite` and `out/decision.json`: `name`, `version` and `champion` (its version, None for the
    base), `verdict` (promote, abort or hold; `rejected` for a version that the gate rejected, which is never served)
    and `reasons`, which it returns; and where there was traffic `stage`, `experiment`, `statistics` by stage and arm,
    `sequence` (the confidence sequence, look by look) and `fixed_horizon`.
    """
    registration = json.loads((inputs["register"] / REGISTRATION).read_text(encoding="utf-8"))
    registry = Registry.beside(out)
    candidate = registry.release(registration["name"], registration["version"])
    champion = registry.holder(candidate.name, "champion")
    parties = {
        "name": candidate.name,
        "version": candidate.version,
        "champion": champion.version if champion else None,
    }
    if candidate.rejected:
        return _decided(out, parties, "rejected", ["the gate rejected this version: it is not served"], {})
    if champion is not None and champion.version == candidate.version:
        return _decided(out, parties, "promote", [f"version {candidate.version} is the champion already"], {})
    arms = local_arms(candidate, champion, inputs["base"])
    experiment = agree(config, arms)
    ledger = Ledger.at(out / LEDGER)
    last, evidence = _compare(config, experiment, arms, ledger, out / "logs")
    ledger.close()
    return _decided(out, parties, last.decision.verdict, last.decision.reasons, {"stage": last.stage, **evidence})


def agree(config: AbSettings, arms: Mapping[str, LocalArm]) -> Experiment:
    """The experiment between these arms, fixed before it starts."""
    candidate, champion = arms[CANDIDATE].release, arms[CHAMPION].release
    name = f"{candidate.name}:{candidate.version}-against-{champion.version}:{config.seed}"
    numbers = config.model_dump(
        include={"primary", "margin", "alpha", "minimum_viewers", "gmv_cap", "latency_budget_s"}
    )
    plan = stages(name, config.smoke, config.ramp, config.measurement)
    return Experiment(name, {arm: local.arm for arm, local in arms.items()}, plan, **numbers)


def _compare(
    config: AbSettings, experiment: Experiment, arms: Mapping[str, LocalArm], ledger: Ledger, logs: Path
) -> tuple[Look, dict[str, Any]]:
    """The last look, and what it rests on."""
    split, name = Split(), experiment.name
    print(f"starting the services of {', '.join(arms)}", flush=True)
    with running({arm: local.command for arm, local in arms.items()}, logs) as services:  # noqa: SIM117
        with served(create_app(name, split, services, ledger, config.timeout_s)) as url:
            harnesses = {arm: local.harness for arm, local in arms.items()}
            traffic = Traffic(name, url, harnesses, ledger, config.seed, config.concurrency)
            looks = run_course(experiment, split, ledger, traffic.send, config.batch, _say)
    statistics = {stage.name: summarise(ledger, experiment, stage.name) for stage in experiment.stages}
    return looks[-1], {
        "experiment": asdict(experiment),
        "statistics": {stage: {arm: asdict(of) for arm, of in by.items()} for stage, by in statistics.items()},
        "sequence": [{"viewers": k.viewers, **asdict(k.decision.interval)} for k in looks if k.decision.interval],
        "fixed_horizon": compare(statistics[experiment.stages[-1].name], config.alpha),
    }


def _decided(
    out: Path, parties: Mapping[str, Any], verdict: str, reasons: Sequence[str], evidence: Mapping[str, Any]
) -> dict[str, Any]:
    decision = {**parties, "verdict": verdict, "reasons": list(reasons)}
    write_json(out / FILE, {**decision, **evidence})
    return decision


def _say(look: Look) -> None:
    print(f"{look.stage}, {look.viewers} viewers: {look.decision.verdict}: {look.decision.reasons[0]}", flush=True)
