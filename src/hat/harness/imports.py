"""Bringing skills, tools and hooks of other agent tools into a harness.

What is brought in becomes files of the harness in its own format; the files that it had stay as they are.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from hat.errors import BadInput, Fault, errors
from hat.harness.check import check
from hat.harness.checks.flaw import skill_file, tool_file
from hat.harness.checks.hooks import HOOKS_FILE
from hat.harness.format.hooks import by_event, format_hooks, read_hooks
from hat.harness.format.json_text import parse_value
from hat.harness.format.mend import mend
from hat.harness.format.skill import format_skill, parse_skill
from hat.harness.format.source import Location, Source, read_source
from hat.harness.format.tool import format_tool, read_tool
from hat.harness.load import load_harness
from hat.harness.state import HarnessState, Hook, Skill, Tool
from hat.storage import write_text

SKILL_FILE = "SKILL.md"

Named = TypeVar("Named", Skill, Tool)


@dataclass(frozen=True)
class Found:
    """What a foreign file or folder holds, and what is to be said about it."""

    skills: tuple[Skill, ...] = ()
    tools: tuple[Tool, ...] = ()
    hooks: tuple[Hook, ...] = ()
    warnings: tuple[Fault, ...] = ()


def import_into(folder: Path, source: Path) -> Found:
    """Add what `source` holds to the harness in `folder`, all of it or nothing.

    `source` is a skill, its folder or a folder of such, a list of MCP tools (the result of `tools/list`, a JSON list,
    one tool, or a folder of such files), a `hooks.json`, or another agent tool's settings with hooks. A tool that names
    no implementation is served under its own name. Raises BadInput with every fault of the source, and when the harness
    would not be sound with it.
    """
    before = load_harness(folder)
    found = find(source)
    after = _with(before, found)
    known = set(check(before))
    said = [replace(fault, path=str(folder / fault.path)) for fault in check(after) if fault not in known]
    if refused := errors(said):
        raise BadInput(*refused)
    _write(folder, found, after)
    return replace(found, warnings=(*found.warnings, *said))


def _write(folder: Path, found: Found, after: HarnessState) -> None:
    """Write the new files, then the hooks; when the disk refuses, the new files go again."""
    files = {folder / skill_file(skill.name): format_skill(skill) for skill in found.skills}
    files |= {folder / tool_file(tool.name): format_tool(tool) for tool in found.tools}
    try:
        for file, text in files.items():
            write_text(file, text)
        if found.hooks:
            write_text(folder / HOOKS_FILE, format_hooks(after.hooks))
    except BaseException:
        for file in files:
            file.unlink(missing_ok=True)
        for skill in found.skills:
            with suppress(OSError):
                (folder / skill_file(skill.name)).parent.rmdir()
        raise


def find(source: Path) -> Found:
    """What a foreign file or folder holds. Raises BadInput with every fault of it, and when it holds nothing known."""
    if not os.path.lexists(source):
        raise BadInput(Fault(str(source), "does not exist", "Name a file or a folder", "missing"))
    root = source if source.is_dir() else source.parent
    files = sorted(_files(source)) if source.is_dir() else [source]
    read = [path for path in files if path.name == SKILL_FILE] or [path for path in files if path.suffix == ".json"]
    read = read if source.is_dir() else files
    found = Found()
    faults: list[Fault] = []
    for path in read:
        try:
            found = _joined(found, _file(root, path))
        except BadInput as error:
            faults += error.faults
    if not (found.skills or found.tools or found.hooks or faults):
        faults.append(Fault(".", f"holds no {SKILL_FILE}, no MCP tools and no hooks", "Name another", "import"))
    if faults:
        raise BadInput(*(replace(fault, path=str(root / fault.path)) for fault in faults))
    said = (*found.warnings, *(_left(path.relative_to(root).as_posix(), path) for path in files if path not in read))
    return replace(found, warnings=tuple(replace(fault, path=str(root / fault.path)) for fault in said))


def _files(folder: Path) -> Iterator[Path]:
    """Everything under a folder that is no folder itself, hidden things and what links lead to aside."""
    for path in folder.rglob("*"):
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if not hidden and (path.name == SKILL_FILE or path.is_symlink() or not path.is_dir()):
            yield path


def _left(file: str, path: Path) -> Fault:
    remedy = "Put what the model must read of it into a SKILL.md, or name it as a source of its own"
    if path.is_dir():
        remedy = "It is a link, which is not followed: name it as a source of its own"
    return Fault(file, "is not brought along", remedy, "import", severity="warning")


def _file(root: Path, path: Path) -> Found:
    source = read_source(root, path)
    if path.name != SKILL_FILE:
        return _document(source)
    mended, warnings = mend(source)
    return Found(skills=(parse_skill(mended),), warnings=warnings)


def _document(source: Source) -> Found:
    """Tools or hooks in a JSON document."""
    value, at = parse_value(source), Location()
    if isinstance(value, dict) and isinstance(value.get("result"), dict):
        value, at = value["result"], (*at, "result")
    if isinstance(value, dict) and "hooks" in value:
        others = [(*at, key) for key in value if key != "hooks"]
        left = (source.fault("is not brought along", "Only hooks are read here", "import", other) for other in others)
        warnings = tuple(replace(fault, severity="warning") for fault in left)
        return Found(hooks=read_hooks({"hooks": value["hooks"]}, source), warnings=warnings)
    if isinstance(value, dict) and "tools" in value:
        value, at = value["tools"], (*at, "tools")
    places: list[tuple[Any, Location]] = [(value, at)]
    if isinstance(value, list):
        places = [(item, (*at, i)) for i, item in enumerate(value)]
    elif not isinstance(value, dict):
        message = "holds neither MCP tools nor hooks"
        raise BadInput(Fault(source.file, message, 'Name a file with `"tools": [...]` or `"hooks": {...}`', "import"))
    return Found(tools=_tools(source, places))


def _tools(source: Source, places: Sequence[tuple[Any, Location]]) -> tuple[Tool, ...]:
    tools: list[Tool] = []
    faults: list[Fault] = []
    for item, at in places:
        try:
            tool = read_tool(item, source, at)
        except BadInput as error:
            faults += error.faults
        else:
            tools.append(replace(tool, implementation=tool.implementation or tool.name))
    if faults:
        raise BadInput(*faults)
    return tuple(tools)


def _joined(one: Found, other: Found) -> Found:
    return Found(
        one.skills + other.skills, one.tools + other.tools, one.hooks + other.hooks, one.warnings + other.warnings
    )


def _with(state: HarnessState, found: Found) -> HarnessState:
    return replace(
        state,
        skills=_added(state.skills, found.skills),
        tools=_added(state.tools, found.tools),
        hooks=by_event((*state.hooks, *found.hooks)),
    )


def _added(old: tuple[Named, ...], new: tuple[Named, ...]) -> tuple[Named, ...]:
    return old + tuple(sorted(new, key=lambda item: item.name))
