"""`hat micro`: the small base model that ships with HAT."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(help="The micro base: a small Qwen3.5-family model, trained from scratch.", no_args_is_help=True)


@app.callback()
def micro() -> None:
    """The micro base: a small Qwen3.5-family model, trained from scratch."""


@app.command()
def build(
    out: Annotated[Path, typer.Option(help="Folder of the build: checkpoints, then the base in `base/`.")] = Path(
        "runs/micro-base"
    ),
    threads: Annotated[int, typer.Option(help="CPU threads.", min=1)] = 2,
) -> None:
    """Train the micro base from scratch: about two hours on two CPU cores. Run it again to go on after a stop.

    Example: hat micro build --out runs/micro-base
    """
    import torch
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

    from hat.micro.build import build as train
    from hat.micro.config import BuildConfig
    from hat.micro.part import Progress as Step

    torch.set_num_threads(threads)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns) as bar:
        tasks: dict[str, TaskID] = {}

        def report(step: Step) -> None:
            if step.part not in tasks:
                tasks[step.part] = bar.add_task(step.part, total=step.steps)
            words = f"{step.part}  loss {step.loss:.3f}  titles, names and rules {step.deciding:.0%}"
            bar.update(tasks[step.part], completed=step.step, description=words)

        folder = train(BuildConfig(), out, report)
    typer.echo(str(folder))
