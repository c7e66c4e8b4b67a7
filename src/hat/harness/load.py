"""Load a harness folder: read every file, check the whole, report every fault at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from hat.errors import BadInput, Fault
from hat.harness.check import check
from hat.harness.checks.limits import REQUIRED_LIMITS
from hat.harness.format.hooks import parse_hooks
from hat.harness.format.manifest import MANIFEST, Manifest, parse_manifest
from hat.harness.format.prompt import parse_block
from hat.harness.format.skill import parse_skill
from hat.harness.format.source import Source, read_source
from hat.harness.format.tool import parse_tool
from hat.harness.state import HarnessState, Skill, Tool

T = TypeVar("T")
Named = TypeVar("Named", Skill, Tool)

_BLOCK = re.compile(r"(?P<position>\d{1,6})-(?P<id>.+)\.md")
_UNREAD = Manifest(name="unread", version="unread", language="en", limits=REQUIRED_LIMITS)


def load_harness(path: str | Path) -> HarnessState:
    """The harness in a folder; raises BadInput with every fault of its files and of the harness as a whole."""
    root = Path(path)
    if not root.is_dir():
        raise BadInput(Fault(str(path), "is no folder", f"Name a folder that holds a {MANIFEST}", "no-harness"))
    faults: list[Fault] = []
    state = _read(root, faults)
    faults += check(state, root)
    if faults:
        faults.sort(key=lambda f: (f.path, f.line or 0, f.message))
        raise BadInput(*(replace(fault, path=str(root / fault.path)) for fault in faults))
    return state


def _read(root: Path, faults: list[Fault]) -> HarnessState:
    """What can be read of a harness folder; appends the faults of what cannot."""
    manifest = next(iter(_parsed(root, [root / MANIFEST], parse_manifest, faults).values()), _UNREAD)
    blocks = _parsed(root, _block_files(root, faults), parse_block, faults)
    skills = _parsed(root, _skill_files(root, faults), parse_skill, faults)
    tools = _parsed(root, _listed(root, "tools", r".+\.json", faults), parse_tool, faults)
    hooks = _parsed(root, _listed(root, "hooks", r"hooks\.json", faults), parse_hooks, faults)
    faults += _misnamed(root, {p: (p.parent.name, s.name) for p, s in skills.items()})
    faults += _misnamed(root, {p: (p.stem, t.name) for p, t in tools.items()})
    faults += _misnamed(root, {p: (_block_name(p)[1], b.id) for p, b in blocks.items()})
    return HarnessState(
        name=manifest.name,
        version=manifest.version,
        language=manifest.language,
        limits=manifest.limits,
        prompt=tuple(blocks.values()),
        skills=_ordered(skills.values(), manifest.skills),
        tools=_ordered(tools.values(), manifest.tools),
        hooks=next(iter(hooks.values()), ()),
        extra=manifest.extra,
    )


def _parsed(root: Path, files: Iterable[Path], parse: Callable[[Source], T], faults: list[Fault]) -> dict[Path, T]:
    values = {}
    for file in files:
        try:
            values[file] = parse(read_source(root, file))
        except BadInput as error:
            faults += error.faults
    return values


def _listed(root: Path, folder: str, pattern: str, faults: list[Fault]) -> Iterator[Path]:
    """The files of a folder whose names match, by name. Hidden files are left alone; any other is a fault."""
    place = root / folder
    for path in sorted(place.iterdir()) if place.is_dir() else ():
        if re.fullmatch(pattern, path.name):
            yield path
        elif not path.name.startswith("."):
            file = path.relative_to(root).as_posix()
            faults.append(
                Fault(file, "is not read", f"Move it out of {place.name}/ or give it a name that is", "stray")
            )


def _block_files(root: Path, faults: list[Fault]) -> list[Path]:
    return sorted(_listed(root, "system_prompt", _BLOCK.pattern, faults), key=_block_name)


def _block_name(path: Path) -> tuple[int, str]:
    match = _BLOCK.fullmatch(path.name)
    assert match is not None, path
    return int(match["position"]), match["id"]


def _skill_files(root: Path, faults: list[Fault]) -> Iterator[Path]:
    for folder in _listed(root, "skills", r"[^.].*", faults):
        yield folder / "SKILL.md"
        list(_listed(root, f"skills/{folder.name}", r"SKILL\.md", faults))


def _misnamed(root: Path, names: dict[Path, tuple[str, str]]) -> list[Fault]:
    return [
        Fault(
            path.relative_to(root).as_posix(),
            f"the name inside is `{inside}`, the file's is `{outside}`",
            "Make them equal",
            "name-and-file",
        )
        for path, (outside, inside) in names.items()
        if outside != inside
    ]


def _ordered(values: Iterable[Named], order: Sequence[str]) -> tuple[Named, ...]:
    """The values named by `order` first, in that order; the rest by name."""
    places = {name: i for i, name in enumerate(order)}
    return tuple(sorted(values, key=lambda v: (places.get(v.name, len(places)), v.name)))
