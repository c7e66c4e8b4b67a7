"""Stage: answer every suite with base and candidate, greedily, and score both on the same cases.

A suite's results are one file, `<suite>.<model>.jsonl`, written when the suite is complete and keyed by everything that
can change them. A file with the same key, from this stage's folder or from an earlier one beside it, is taken as it is:
a killed evaluation goes on with the next suite, and a new candidate does not make the base answer again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import Field, field_validator

from hat import storage
from hat.evals.case import CaseResult, read_results, write_results
from hat.evals.judge import RulesJudge
from hat.evals.scores import SCORES, Scores, score_models
from hat.evals.suite import Setting, Subject
from hat.evals.suites import SUITES
from hat.harness.digest import digest
from hat.harness.load import load_harness
from hat.settings import Settings
from hat.sources import code_digest
from hat.train.policy import in_process

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
    max_new_tokens: int = Field(default=96, ge=8)
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
    earlier = [folder for folder in sorted(out.parent.iterdir()) if folder.is_dir() and folder != out]
    scores = evaluate(config, inputs["harness"], models, out, _say, earlier)
    return {
        f"{suite}/{model}": round(score.accuracy.value, 1)
        for suite, by_model in scores.suites.items()
        for model, score in by_model.items()
    }


def evaluate(
    config: EvaluateConfig,
    harness: Path,
    models: Mapping[str, Path],
    out: Path,
    report: Report,
    earlier: Sequence[Path] = (),
) -> Scores:
    """Evaluate some models, by name, on the suites of `config`. Writes `out` as `run` does.

    `earlier` are folders of other evaluations, from which results with the same key are taken.
    """
    state = load_harness(harness)
    results: dict[str, dict[str, list[CaseResult]]] = {suite: {} for suite in config.cases}
    digests = {name: storage.digest_folder(path) for name, path in models.items()}
    for name, path in models.items():
        subject = cache(lambda path=path: load_subject(path, config.max_new_tokens))
        for suite in config.cases:
            setting = Setting(state, RulesJudge(), config.cases[suite], config.seed, config.ifeval_prompts)
            key = _key(suite, digests[name], setting, config.max_new_tokens)
            found = _found((out, *earlier), suite, key)
            results[suite][name] = found or _answers(suite, name, subject(), setting, report)
            write_results(out / f"{suite}.{name}.jsonl", key, results[suite][name])
    scores = score_models(digest(state), digests, results, config.seed)
    storage.write_text(out / SCORES, scores.to_json() + "\n")
    return scores


def load_subject(path: Path, max_new_tokens: int) -> Subject:
    """The model in a folder, as training and serving load it."""
    client = in_process(path, max_new_tokens)
    return Subject(client, client.chat)


def _answers(suite: str, model: str, subject: Subject, setting: Setting, report: Report) -> list[CaseResult]:
    done = 0

    def progress(cases: int) -> None:
        nonlocal done
        done += cases
        report(model, suite, done, setting.count)

    report(model, suite, 0, setting.count)
    return SUITES[suite](subject, setting, progress)


def _key(suite: str, model: str, setting: Setting, max_new_tokens: int) -> str:
    """The digest of all that can change a suite's results."""
    prompts = storage.digest_file(setting.prompts) if setting.prompts and setting.prompts.is_file() else None
    asked = (suite, digest(setting.state), setting.judge.name, setting.count, setting.seed, prompts)
    code = code_digest(Path(__file__))
    return storage.digest_json({"asked": asked, "model": model, "tokens": max_new_tokens, "code": code})


def _found(folders: Iterable[Path], suite: str, key: str) -> list[CaseResult] | None:
    for path in (path for folder in folders for path in sorted(folder.glob(f"{suite}.*.jsonl"))):
        if (results := read_results(path, key)) is not None:
            return results
    return None


def _say(model: str, suite: str, done: int, cases: int) -> None:
    print(f"{model}: {suite} {done}/{cases}", flush=True)
