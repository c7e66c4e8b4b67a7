"""Stage: answer every suite with base and candidate, greedily, and score both on the same cases.

A suite's results are one file, `<suite>.<model>.jsonl`, written when the suite is complete and keyed by everything that
can change them. A file with the same key, from this stage folder or from another one beside it, is taken as it is: a
killed evaluation goes on with the next suite, and a new candidate does not make the base answer again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import Field, field_validator

from hat import storage
from hat.cache import code_digest
from hat.evals.case import CaseResult, read_results, write_results
from hat.evals.judge import RulesJudge
from hat.evals.models import load_subject
from hat.evals.scores import Scores, score_models
from hat.evals.suites import SUITES
from hat.evals.suite import Setting, Subject
from hat.harness.digest import digest
from hat.harness.load import load_harness
from hat.harness.state import HarnessState
from hat.settings import Settings

SCORES = "scores.json"
"""The file with the scores, in the stage's folder."""

Report = Callable[[str, str, int, int], None]
"""Told how far a suite is: model, suite, cases done, cases in all."""


class EvaluateConfig(Settings):
    """Cases by suite (a suite that is not named is left out), the seed they follow from, and the tokens of a turn.

    `ifeval_prompts` is IFEval's `input_data.jsonl`; without it the prompts of `ifeval` are generated.
    """

    cases: dict[str, int] = Field(
        default={"live_stream_qa": 120, "harness_variant_qa": 120, "robustness": 80, "ifeval": 80}, min_length=1
    )
    seed: int = 20260801
    max_new_tokens: int = Field(default=128, ge=8)
    ifeval_prompts: Path | None = None

    @field_validator("cases")
    @classmethod
    def _known_suites(cls, cases: dict[str, int]) -> dict[str, int]:
        for suite, count in cases.items():
            if suite not in SUITES:
                raise ValueError(f"{suite} is no suite; the suites are {', '.join(SUITES)}")
            if count < 1:
                raise ValueError(f"{suite} needs at least 1 case")
        return cases


def run(config: EvaluateConfig, inputs: dict[str, Path], out: Path) -> dict[str, Any]:
    """Evaluate `inputs["base"]` and `inputs["candidate"]` (model folders) under `inputs["harness"]`.

    Writes the results files and `scores.json` in `out`; returns each suite's accuracy by model, in percent.
    """
    models = {name: inputs[name] for name in ("base", "candidate")}
    scores = evaluate(config, inputs["harness"], models, out, _say)
    return {
        f"{suite}/{model}": round(score.accuracy.value, 1)
        for suite, by_model in scores.suites.items()
        for model, score in by_model.items()
    }


def evaluate(
    config: EvaluateConfig, harness: Path, models: Mapping[str, Path], out: Path, report: Report
) -> Scores:
    """Evaluate some models, by name, on the suites of `config`. Writes `out` as `run` does."""
    state = load_harness(harness)
    results: dict[str, dict[str, list[CaseResult]]] = {suite: {} for suite in config.cases}
    digests = {name: storage.digest_folder(path) for name, path in models.items()}
    for name, path in models.items():
        subject = cache(lambda path=path: load_subject(path, config.max_new_tokens))
        for suite in config.cases:
            results[suite][name] = _suite(suite, name, digests[name], state, config, subject, out, report)
    scores = score_models(digest(state), digests, results, config.seed)
    storage.write_text(out / SCORES, scores.to_json() + "\n")
    return scores


def _suite(
    suite: str,
    model: str,
    model_digest: str,
    state: HarnessState,
    config: EvaluateConfig,
    subject: Callable[[], Subject],
    out: Path,
    report: Report,
) -> list[CaseResult]:
    """The results of one suite, found or made; `subject` loads the model only when they must be made."""
    setting = Setting(state, RulesJudge(), config.cases[suite], config.seed, config.ifeval_prompts)
    key = _key(suite, model_digest, setting, config.max_new_tokens)
    results = _found(out, suite, key)
    if results is None:
        done = 0

        def progress(cases: int) -> None:
            nonlocal done
            done += cases
            report(model, suite, done, setting.count)

        report(model, suite, 0, setting.count)
        results = SUITES[suite](subject(), setting, progress)
    write_results(out / f"{suite}.{model}.jsonl", key, results)
    return results


def _key(suite: str, model: str, setting: Setting, max_new_tokens: int) -> str:
    """The digest of all that can change a suite's results."""
    prompts = storage.digest_file(setting.prompts) if setting.prompts and setting.prompts.is_file() else None
    asked = (suite, digest(setting.state), setting.judge.name, setting.count, setting.seed, prompts)
    return storage.digest_json({"asked": asked, "model": model, "tokens": max_new_tokens, "code": code_digest()})


def _found(out: Path, suite: str, key: str) -> list[CaseResult] | None:
    places = [out, *(folder for folder in sorted(out.parent.iterdir()) if folder.is_dir() and folder != out)]
    for path in (path for place in places for path in sorted(place.glob(f"{suite}.*.jsonl"))):
        if (results := read_results(path, key)) is not None:
            return results
    return None


def _say(model: str, suite: str, done: int, cases: int) -> None:
    print(f"{model}: {suite} {done}/{cases}", flush=True)
