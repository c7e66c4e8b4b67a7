"""`hat hsa`: make variants of a harness, look at one, measure how they differ."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.text import Text

    from hat.harness.state import HarnessState
    from hat.hsa.paraphrase import Paraphrase
    from hat.hsa.side_by_side import Marked
    from hat.hsa.variant import Variant

app = typer.Typer(help="Harness-state augmentation: variants of a harness.", no_args_is_help=True)

Folder = Annotated[Path, typer.Argument(help="The harness's folder.")]
Seed = Annotated[int, typer.Option(help="What the variants follow from.")]
Dimension = Annotated[
    list[str] | None, typer.Option("--dimension", help="A dimension to change; may be given again. All, if none is.")
]
Kinds = Annotated[str, typer.Option(help="surface, semantic or both.")]
HeldOut = Annotated[bool, typer.Option("--held-out", help="Also the families that no training uses.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
DEFAULT = Path("harness_repo")
ROWS, LENGTH, CONTEXT = 200, 4000, 200
"""What the table of `show` has at most: parts, characters of a part, and of the text at an end of what differs."""


@app.command()
def sample(
    folder: Folder = DEFAULT,
    n: Annotated[int, typer.Option(min=1, help="How many.")] = 10,
    seed: Seed = 0,
    out: Annotated[Path, typer.Option(help="The folder to write them to: new, or empty.")] = Path("runs/variants"),
    dimension: Dimension = None,
    kinds: Kinds = "both",
    held_out: HeldOut = False,
    endpoint: Annotated[
        str | None, typer.Option(help="Base URL of an OpenAI-compatible endpoint that paraphrases; else rules do.")
    ] = None,
    model: Annotated[str, typer.Option(help="The endpoint's model.")] = "default",
    key_variable: Annotated[
        str | None, typer.Option(help="The environment variable with the endpoint's API key.")
    ] = None,
    cache: Annotated[Path, typer.Option(help="Where the model's answers are kept.")] = Path("runs/paraphrases"),
    as_json: AsJson = False,
) -> None:
    """Write variants: each a harness like any other, with the names it has for everything of the original.

    Example: hat hsa sample harness_repo --n 3 --seed 7 --out runs/variants
    """
    from rich.console import Console
    from rich.text import Text

    from hat.agent.endpoint import Endpoint
    from hat.harness.digest import digest
    from hat.harness.load import load_harness
    from hat.hsa.model_paraphrase import ModelParaphrases
    from hat.hsa.variant import HARNESS, RECORD, save_variant
    from hat.storage import check_free, write_folder

    check_free(out)
    asked = ModelParaphrases(Endpoint(endpoint, model, key_variable), cache) if endpoint else None
    seeds = range(seed, seed + n)
    families = _families(dimension, kinds, held_out)
    made = list(_variants(load_harness(folder), seeds, families, asked))
    with write_folder(out) as inside:
        for variant in made:
            save_variant(variant, inside / str(variant.seed))
    folders = {str(out / str(variant.seed)): variant for variant in made}
    if as_json:
        rows = [
            {"folder": f, "harness": f"{f}/{HARNESS}", "digest": digest(v.state), "applied": v.applied}
            for f, v in folders.items()
        ]
        print(json.dumps({"variants": rows, "refused": asked.refused if asked else {}}, indent=2))
        return
    console = Console(soft_wrap=True)
    for name, v in folders.items():
        line = f"  {digest(v.state)[:19]}  {', '.join(v.applied)}"
        console.print(Text.assemble((f"{name}/{HARNESS}", "bold"), line))
    console.print(f"{len(made)} variants; the names of each are in the {RECORD} beside its {HARNESS}")
    if asked:
        refused = ", ".join(f"{count} {reason}" for reason, count in asked.refused.most_common())
        console.print(f"wordings of the model left out: {refused or 'none'}")


@app.command()
def show(
    folder: Folder = DEFAULT,
    seed: Seed = 0,
    dimension: Dimension = None,
    kinds: Kinds = "both",
    held_out: HeldOut = False,
    as_json: AsJson = False,
) -> None:
    """Show a harness and one variant side by side, with the words that differ marked.

    Example: hat hsa show harness_repo --seed 7 --dimension tool_definitions
    """
    from dataclasses import asdict

    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from hat.harness.load import load_harness
    from hat.hsa.side_by_side import side_by_side

    state = load_harness(folder)
    (variant,) = _variants(state, [seed], _families(dimension, kinds, held_out))
    rows = [row for row in side_by_side(state, variant) if row.changed]
    if as_json:
        print(json.dumps({"applied": variant.applied, "parts": [asdict(row) for row in rows]}, ensure_ascii=False))
        return
    table = Table("part", "original", f"variant {seed}", show_lines=True)
    for row in rows[:ROWS]:
        table.add_row(
            Text(f"{row.kind} {row.name}"), _cell(row.before, "red underline"), _cell(row.after, "green underline")
        )
    console = Console()
    console.print(table)
    if len(rows) > ROWS:
        console.print(f"{len(rows) - ROWS} more parts differ; --json has all")
    console.print(f"Changed by {', '.join(variant.applied) or 'nothing'}")


@app.command()
def stats(
    folder: Folder = DEFAULT,
    n: Annotated[int, typer.Option(min=2, help="How many variants to measure.")] = 500,
    seed: Seed = 0,
    dimension: Dimension = None,
    kinds: Kinds = "both",
    held_out: HeldOut = False,
    as_json: AsJson = False,
) -> None:
    """Measure how diverse the variants are: names, distance of what the model reads, share of each transform.

    Example: hat hsa stats harness_repo --n 500

    Exit codes: 0 no transform dominates, 1 one does.
    """
    from dataclasses import asdict

    from rich.console import Console
    from rich.progress import track

    from hat.harness.load import load_harness
    from hat.hsa.diversity import diversity

    state = load_harness(folder)
    families = _families(dimension, kinds, held_out)
    seeds = track(range(seed, seed + n), "variants", console=Console(stderr=True))
    found = diversity(list(_variants(state, seeds, families)), families, seed)
    if as_json:
        print(json.dumps({**asdict(found), "dominant": found.dominant}, indent=2))
    else:
        console = Console(highlight=False)
        names = ", ".join(f"{count} of {what}" for what, count in found.names.items())
        console.print(f"{found.variants} variants, {found.distinct} distinct")
        console.print(f"new names: {names}")
        console.print(f"mean distance of two variants: {found.distance:.3f} (Jaccard, words that the model reads)")
        console.print(f"measured over {found.pairs} pairs drawn with seed {seed}")
        for family, share in found.shares.items():
            console.print(f"{family:35} {share:6.1%} {'█' * round(40 * share)}")
        console.print(f"dominant: {', '.join(found.dominant) or 'none'}")
    raise typer.Exit(1 if found.dominant else 0)


def _families(dimensions: list[str] | None, kinds: str, held_out: bool) -> list[str]:
    """The transform families that the options allow."""
    from hat.errors import BadInput, Fault
    from hat.hsa.draft import Kind
    from hat.hsa.sampler import ALL_DIMENSIONS, TEST_FAMILIES, TRAIN_FAMILIES, choose

    known: dict[str, tuple[Kind, ...]] = {
        "surface": ("surface",),
        "semantic": ("semantic",),
        "both": ("surface", "semantic"),
    }
    if kinds not in known:
        raise BadInput(Fault("--kinds", f"there is no {kinds!r}", f"Use one of {', '.join(known)}"))
    families = TRAIN_FAMILIES | TEST_FAMILIES if held_out else TRAIN_FAMILIES
    return [family.name for family in choose(dimensions or ALL_DIMENSIONS, known[kinds], families)]


def _variants(
    state: HarnessState, seeds: Iterable[int], families: list[str], paraphrase: Paraphrase | None = None
) -> Iterator[Variant]:
    from hat.hsa import make_variant
    from hat.hsa.paraphrase import by_rules

    dimensions = {family.partition(".")[0] for family in families}
    for seed in seeds:
        yield make_variant(state, seed, dimensions, families=families, paraphrase=paraphrase or by_rules)


def _cell(pieces: Marked, style: str) -> Text:
    """The pieces as they are written, those that differ in a style; what is alike, and the whole, is shortened."""
    from rich.text import Text

    cell = Text()
    for piece, marked in pieces:
        short = piece if marked or len(piece) <= 2 * CONTEXT else f"{piece[:CONTEXT]} ... {piece[-CONTEXT:]}"
        cell.append(short[:LENGTH], style if marked else "")
        if len(cell) > LENGTH:
            return cell[:LENGTH] + Text(" ...")
    return cell
