"""The command line. Each part of HAT brings its own commands; this file joins them and turns errors into exit codes.

0 promoted or done, 1 failure, 2 bad input, 3 rejected by the gate, 4 rolled back by the canary.
"""

from __future__ import annotations

import json
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from hat import __version__
from hat.disk import explain
from hat.errors import HatError
from hat.evals.cli import evaluate
from hat.harness.cli import app as harness_app
from hat.hsa.cli import app as hsa_app
from hat.micro.cli import app as micro_app

app = typer.Typer(
    name="hat",
    help="Train, evaluate, serve and gate agents that read the harness they are given.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
pipeline = typer.Typer(help="The KFP pipelines.", no_args_is_help=True)
app.add_typer(pipeline, name="pipeline")
app.add_typer(harness_app, name="harness")
app.add_typer(hsa_app, name="hsa")
app.command("eval")(evaluate)
app.add_typer(micro_app, name="micro")

Out = Annotated[Path, typer.Option(help="The run's folder.")]


def _version(asked: bool) -> None:
    if asked:
        print(f"hat {__version__}")
        raise typer.Exit


@app.callback()
def hat(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Train, evaluate, serve and gate agents that read the harness they are given."""


@app.command()
def run(
    profile: Annotated[str, typer.Option(help="A profile's name, or a YAML file.")] = "micro",
    out: Out = Path("runs/micro"),
    harness: Annotated[Path, typer.Option(help="The harness's folder.")] = Path("harness_repo"),
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON; progress goes to stderr.")] = False,
) -> None:
    """Run the training pipeline on this machine: from a harness to a promoted, rejected or rolled-back model.

    Killed at any moment, the same command goes on where it was; with nothing changed, it does nothing.

    Example: hat run --profile micro --out runs/micro --harness harness_repo

    Exit codes: 0 promoted, 3 rejected by the gate, 4 rolled back by the canary, 2 bad input, 1 failure.
    """
    from rich.console import Console

    from hat.run import run_training

    outcome = run_training(profile, harness, out, Console(stderr=True))
    if as_json:
        print(json.dumps(outcome.to_json(), indent=2))
    else:
        outcome.show(Console())
    raise typer.Exit(outcome.exit_code)


@pipeline.command("compile")
def compile_pipeline(
    out: Annotated[Path, typer.Option(help="The file to write.")] = Path("training.yaml"),
    image: Annotated[
        str, typer.Option(envvar="HAT_IMAGE", help="The image that the components run in.")
    ] = f"hat-agent:{__version__}",
) -> None:
    """Write the training pipeline as KFP's YAML, for a cluster.

    The image must have HAT installed; the pipeline's parameters `store`, `harness` and `base` must be paths that all
    pods share.

    Example: hat pipeline compile --image registry.example/hat-agent:0.1.0 --out training.yaml
    """
    from hat.compile import compile_training

    compile_training(out, image)
    print(out)


@app.command()
def ui(
    out: Out = Path("runs/micro"),
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port on 127.0.0.1.")] = 5000,
) -> None:
    """Open MLflow on a run's store: the runs, their metrics, the model's versions and aliases.

    Example: hat ui --out runs/micro
    """
    from hat.ui import serve

    serve(out, port)


def main() -> None:
    """The entry point `hat`: what HAT can explain is a message on stderr and an exit code, without a traceback."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # file names may hold any bytes
    try:
        app()
    except HatError as error:
        _fail(error)
    except OSError as error:
        explained = explain(error)
        if explained is None:
            raise
        _fail(explained)


def _fail(error: HatError) -> NoReturn:
    print(f"hat: {error}", file=sys.stderr)
    sys.exit(error.exit_code)
