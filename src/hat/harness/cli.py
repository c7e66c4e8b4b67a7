"""`hat harness`: check, compare, show and extend harness folders."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from hat.errors import BadInput, Fault

if TYPE_CHECKING:
    from hat.harness.load import Reading
    from hat.harness.snapshot import SnapshotSettings

app = typer.Typer(help="Check, compare, show and extend harness folders.", no_args_is_help=True)

Folder = Annotated[Path, typer.Argument(help="A harness's folder.", show_default=True)]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
DEFAULT = Path("harness_repo")
MOST = 2000
"""Characters of a text that the table of changes shows."""
_CONSOLE = Console(soft_wrap=True)


@app.command()
def check(
    folder: Folder = DEFAULT,
    profile: Annotated[str, typer.Option(help="The profile whose token budget the prompt must keep.")] = "micro",
    strict: Annotated[bool, typer.Option("--strict", help="Let warnings fail the check too.")] = False,
    as_json: AsJson = False,
    as_sarif: Annotated[
        bool, typer.Option("--sarif", help="Print SARIF 2.1.0, for findings in pull requests.")
    ] = False,
) -> None:
    """Find every fault of a harness: where it is, what is wrong, what to write instead.

    Example: hat harness check harness_repo

    Exit codes: 0 sound (there may be warnings), 2 errors found, or warnings with --strict.
    """
    from hat.harness.budget import check_budget
    from hat.harness.digest import digest
    from hat.harness.load import read_harness
    from hat.harness.sarif import to_sarif
    from hat.profile import load_profile

    if as_json and as_sarif:
        raise BadInput(Fault("--sarif", "cannot go with --json", "Leave one of them out", "option"))
    settings = cast("SnapshotSettings", load_profile(profile, ["snapshot"]).sections["snapshot"])
    reading = read_harness(folder)
    if not reading.errors:
        over = check_budget(reading.state, settings.max_prompt_tokens)
        reading = replace(reading, faults=(*reading.faults, *(replace(f, path=str(folder / f.path)) for f in over)))
    name = None if reading.errors else digest(reading.state)
    if as_sarif:
        _print_json(to_sarif(reading.faults, Path.cwd()))
    elif as_json:
        _print_json({"digest": name, "faults": [asdict(fault) for fault in reading.faults]})
    else:
        _print_faults(reading.faults)
        _print_verdict(folder, reading, name, strict)
    if reading.errors or (strict and reading.warnings):
        raise typer.Exit(BadInput.exit_code)


@app.command("import")
def import_(
    source: Annotated[Path, typer.Argument(help="A folder of skills, a list of MCP tools, or a hooks.json.")],
    folder: Annotated[Path, typer.Option("--into", help="The harness that they become part of.")] = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Bring skills, MCP tools or hooks of other agent tools into a harness: all of the source, or nothing.

    Example: hat harness import ~/.claude/skills --into harness_repo
    """
    from hat.harness.imports import import_into

    found = import_into(folder, source)
    if as_json:
        names = {"skills": [s.name for s in found.skills], "tools": [t.name for t in found.tools]}
        _print_json({**names, "hooks": len(found.hooks), "warnings": [asdict(fault) for fault in found.warnings]})
        return
    _print_faults(found.warnings)
    items = (("skill", found.skills), ("tool", found.tools), ("hook", found.hooks))
    counts = ", ".join(filter(None, (_count(some, noun) for noun, some in items)))
    _print(("imported", "green"), f"  {counts} into {folder}")


@app.command()
def diff(
    before: Annotated[str, typer.Argument(help="The older harness: a folder, a digest or a git revision.")],
    after: Annotated[str, typer.Argument(help="The newer harness, likewise.")] = str(DEFAULT),
    runs: Annotated[Path, typer.Option(help="Where snapshots are looked for by digest.")] = Path("runs"),
    as_json: AsJson = False,
) -> None:
    """Tell what changed in meaning, its risk, and which suites to run again.

    The risk is `surface` (looks different) or `semantic` (should act differently).

    Examples: hat harness diff HEAD~1; hat harness diff main:harness_repo my_harness; hat harness diff sha256:64d3a1
    """
    from hat.harness.compare.change import SUITES
    from hat.harness.diff import diff as compare
    from hat.harness.resolve import resolve

    changes = compare(resolve(before, runs), resolve(after, runs))
    suites = [suite for suite in SUITES if any(suite in change.suites for change in changes)]
    if as_json:
        rows = [{**asdict(change), "suites": change.suites} for change in changes]
        _print_json({"changes": rows, "suites": suites})
        return
    console = Console()
    if not changes:
        console.print("No change.")
        return
    table = Table("risk", "what", "change", "before", "after", box=None, pad_edge=False)
    for change in changes:
        color = "red" if change.risk == "semantic" else "cyan"
        what = f"{change.subject} {change.name}"
        done = f"{change.action} {change.field}".strip()
        mentions = f", in {', '.join(change.mentions)}" if change.mentions else ""
        cells = (_shortened(cell) for cell in (what, done + mentions, change.before, change.after))
        table.add_row(Text(change.risk, color), *map(Text, cells))
    console.print(table)
    console.print(f"\nRun again: {', '.join(suites) or 'nothing'}")


@app.command()
def show(
    folder: Folder = DEFAULT,
    prompt: Annotated[
        bool, typer.Option("--prompt", help="Print the first prompt as the template renders it.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show what the model reads, part by part, and what each part costs.

    Sizes are tokens of the micro base.

    Example: hat harness show harness_repo
    """
    from hat.harness.load import load_harness
    from hat.harness.parts import parts
    from hat.harness.size import measure, rendered_prompt

    state = load_harness(folder)
    if prompt:
        text = rendered_prompt(state)
        print(json.dumps({"prompt": text}, ensure_ascii=False) if as_json else text)
        return
    pieces = list(parts(state))
    sizes = measure(state, pieces)
    if as_json:
        rows = [{**asdict(part), "size": size} for part, size in zip(pieces, sizes.parts, strict=True)]
        _print_json({"unit": "tokens", "first_prompt": sizes.first_prompt, "parts": rows})
        return
    for part, size in zip(pieces, sizes.parts, strict=True):
        _print((f"{part.kind} {part.name}: {size} tokens, {part.when}", "bold cyan"))
        _print(f"{part.text}\n")
    _print((f"The first prompt has {sizes.first_prompt} tokens, without the viewers' comments.", "bold"))


def _print_json(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2))


def _shortened(cell: str) -> str:
    """What a table shows of a long text; `--json` has all of it."""
    return cell if len(cell) <= MOST else f"{cell[:MOST]}..."


def _print(*pieces: str | tuple[str, str]) -> None:
    """A line of plain and styled pieces; what they say is never taken for markup."""
    _CONSOLE.print(Text.assemble(*pieces))


def _print_faults(faults: Iterable[Fault]) -> None:
    for fault in faults:
        color = "red" if fault.severity == "error" else "yellow"
        _print((fault.place, "bold"), f"  {fault.message} ", (f"[{fault.severity}: {fault.rule}]", color))
        _print((f"    {fault.remedy}", "green"))


def _print_verdict(folder: Path, reading: Reading, name: str | None, strict: bool) -> None:
    state, counts = reading.state, [_count(reading.errors, "error"), _count(reading.warnings, "warning")]
    if name is None or (strict and reading.warnings):
        _print((f"\n{' and '.join(filter(None, counts))}", "red"), f" in {folder}{' (--strict)' if name else ''}")
        return
    title = f"{state.name} {state.version}, {len(state.skills)} skills, {len(state.tools)} tools"
    _print(("sound", "green"), f"  {title}{', ' if reading.warnings else ''}{counts[1]}\n{name}")


def _count(items: Sequence[object], noun: str) -> str:
    return f"{len(items)} {noun}{'s' if len(items) != 1 else ''}" if items else ""
