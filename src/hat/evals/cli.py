"""`hat eval`: score a model on the suites."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hat.errors import BadInput, Fault
from hat.evals.titles import NAMES

if TYPE_CHECKING:
    from hat.evals.scores import Scores, SuiteScore


def evaluate(
    suite: Annotated[str, typer.Option(help=f"{', '.join(NAMES)}, or all.")] = "all",
    model: Annotated[
        str, typer.Option(help="`base` (the micro base that comes with HAT) or a model's folder.")
    ] = "base",
    harness: Annotated[Path, typer.Option(help="The harness's folder.")] = Path("harness_repo"),
    count: Annotated[int, typer.Option(min=1, help="Cases of each suite.")] = 120,
    seed: Annotated[int, typer.Option(help="What the cases follow from.")] = 20260801,
    out: Annotated[Path, typer.Option(help="Folder of the judged cases; what is there already is used.")] = Path(
        "runs/eval"
    ),
    ifeval_prompts: Annotated[
        Path | None,
        typer.Option(envvar="HAT_IFEVAL", help="IFEval's input_data.jsonl; without it prompts are generated."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the scores as JSON.")] = False,
) -> None:
    """Print a model's accuracy with 95 % intervals. Judged cases are written to --out, one file for each suite.

    Example: hat eval --suite harness_variant_qa --model base --harness harness_repo --count 120
    """
    if suite not in ("all", *NAMES):
        raise BadInput(Fault("--suite", f"there is no suite {suite!r}", f"Use one of {', '.join(NAMES)}, all"))
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress, TimeElapsedColumn

    from hat.evals.evaluate import EvaluateConfig
    from hat.evals.evaluate import evaluate as evaluate_models

    cases = dict.fromkeys(NAMES if suite == "all" else (suite,), count)
    config = EvaluateConfig(cases=cases, seed=seed, ifeval_prompts=ifeval_prompts)
    name, folder = _model(model)
    with Progress(
        *Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeElapsedColumn(), console=Console(file=sys.stderr)
    ) as bars:
        tasks = {each: bars.add_task(each, start=False, total=count) for each in cases}

        def show(_model: str, each: str, done: int, total: int) -> None:
            bars.start_task(tasks[each])
            bars.update(tasks[each], completed=done, total=total)

        scores = evaluate_models(config, harness, {name: folder}, out, show)
    if as_json:
        print(scores.to_json())
    else:
        _print(scores, name, out)


def _model(model: str) -> tuple[str, Path]:
    """The model's name in the results, and its folder."""
    if model == "base":
        from hat.micro.load import base_path

        return model, base_path()
    folder = Path(model)
    if not (folder / "config.json").is_file():
        raise BadInput(Fault("--model", f"{model} holds no model (no config.json)", "Give `base` or a model's folder"))
    return folder.resolve().name, folder


def _print(scores: Scores, model: str, out: Path) -> None:
    from rich.console import Console
    from rich.table import Column, Table

    names = [Column(name, no_wrap=True) for name in ("suite", "accuracy", "effective", "cases")]
    table = Table(*names, "not scored", title=f"{model}, in % [95 % interval]")
    for by_model in scores.suites.values():
        score = by_model[model]
        table.add_row(
            score.suite,
            f"{score.accuracy.value:.1f} [{score.accuracy.low:.1f}, {score.accuracy.high:.1f}]",
            f"{score.effectiveness.value:.1f}",
            str(score.cases),
            ", ".join(f"{count} {kind}" for kind, count in score.unscored.items()) or "0",
        )
    console = Console()
    console.print(table)
    for by_model in scores.suites.values():
        console.print(_details(by_model[model]), highlight=False)
    console.print(f"Judged cases: {out}", highlight=False)


def _details(score: SuiteScore) -> str:
    parts = [f"{name} {part.accuracy.value:.0f}" for name, part in score.kinds.items()]
    if score.mean_group is not None and score.worst_group is not None:
        name, worst = score.worst_group
        parts.append(f"mean of variants {score.mean_group:.1f}, worst {worst.accuracy.value:.0f} ({name})")
    parts += [f"{name} {value:.1f}" for name, value in score.checks.items()]
    return f"{score.suite}: {', '.join(parts)}"
