"""Bringing skills, tools and hooks of other agent tools into a harness.

What is brought in becomes files of the harness in its own format; the files that it had stay as they are.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from hat.errors import BadInput, Fault, errors
from hat.harness.check import check
from hat.harness.checks.flaw import skill_file, tool_file
from hat.harness.checks.hooks import HOOKS_FILE
from hat.harness.format.hooks import by_event, format_hooks, parse_hooks
from hat.harness.format.json_text import parse_value
from hat.harness.format.mend import mend
from hat.harness.format.skill import format_skill, parse_skill
from hat.harness.format.source import Source, read_source
from hat.harness.format.tool import format_tool, parse_tool
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

    `source` is a skill's folder or a folder of such, a list of MCP tools (the result of `tools/list`, a JSON list, one
    tool, or a folder of such files), or a `hooks.json`. A tool that names no implementation is served under its own
    name. Raises BadInput with every fault of the source, and when the harness would not be sound with it.
    """
    before = load_harness(folder)
    found = find(source)
    after = _with(before, found)
    known = set(check(before))
    said = [fault for fault in check(after) if fault not in known]
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
    if source.is_file():
        return _document(read_source(source.parent, source))
    if not source.is_dir():
        raise BadInput(Fault(str(source), "does not exist", "Name a file or a folder", "missing"))
    files = sorted(path for path in source.rglob("*") if path.is_file() or path.is_symlink())
    read = [path for path in files if path.name == SKILL_FILE] or [path for path in files if path.suffix == ".json"]
    faults: list[Fault] = []
    found = Found()
    for path in read:
        try:
            found = _joined(found, _file(source, path))
        except BadInput as error:
            faults += error.faults
    if not read:
        faults.append(Fault(str(source), f"holds no {SKILL_FILE} and no JSON file", "Name another folder", "import"))
    if faults:
        raise BadInput(*faults)
    left = [
        Fault(path.relative_to(source).as_posix(), "is not brought along", "Skills of HAT are one file", "import",
              severity="warning")
        for path in files if path not in read
    ]  # fmt: skip
    return replace(found, warnings=(*found.warnings, *left))


def _file(root: Path, path: Path) -> Found:
    source = read_source(root, path)
    if path.name != SKILL_FILE:
        return _document(source)
    mended, warnings = mend(source)
    return Found(skills=(parse_skill(mended),), warnings=warnings)


def _document(source: Source) -> Found:
    """Tools or hooks in a JSON document."""
    value = parse_value(source)
    if isinstance(value, dict) and isinstance(value.get("result"), dict):
        value = value["result"]
    if isinstance(value, dict) and "hooks" in value:
        return Found(hooks=parse_hooks(source))
    listed = value if isinstance(value, list) else value.get("tools", [value]) if isinstance(value, dict) else None
    if not isinstance(listed, list):
        message = "holds neither MCP tools nor hooks"
        raise BadInput(Fault(source.file, message, 'Name a file with `"tools": [...]` or `"hooks": {...}`', "import"))
    return Found(tools=_tools(source, listed))


def _tools(source: Source, listed: Sequence[Any]) -> tuple[Tool, ...]:
    tools, faults = [], []
    for place, item in enumerate(listed):
        name = source.file if len(listed) == 1 else f"{source.file}#{place}"
        try:
            tool = parse_tool(Source(name, json.dumps(item, ensure_ascii=False)))
        except BadInput as error:
            faults += [replace(fault, line=None, column=None) for fault in error.faults]
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
