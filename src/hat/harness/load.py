"""Load a harness folder: read every file, check the whole, report every fault at once."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from hat.errors import BadInput, Fault, errors
from hat.harness.check import check
from hat.harness.checks.excerpt import excerpt
from hat.harness.checks.flaw import Flaw, block_file, numberless, skill_file, tool_file
from hat.harness.checks.hooks import HOOKS_FILE
from hat.harness.checks.limits import REQUIRED_LIMITS
from hat.harness.checks.locate import Locator
from hat.harness.format.hooks import parse_hooks
from hat.harness.format.manifest import MANIFEST, Manifest, parse_manifest
from hat.harness.format.mend import mend
from hat.harness.format.prompt import parse_block
from hat.harness.format.skill import parse_skill
from hat.harness.format.source import Source, read_source
from hat.harness.format.tool import parse_tool
from hat.harness.state import HarnessState, Hook, Skill, Tool

_log = logging.getLogger(__name__)

_TOP = (MANIFEST, "system_prompt", "skills", "tools", "hooks")
_DOCUMENTS = ("", ".md", ".txt")
"""Suffixes of what is for people to read: `AGENTS.md`, `LICENSE`."""

T = TypeVar("T")
Named = TypeVar("Named", Skill, Tool)

_UNREAD = Manifest(name="unread", version="unread", language="en", limits=REQUIRED_LIMITS)
"""Stands for a manifest that cannot be read, so that the other files are checked all the same."""


@dataclass(frozen=True)
class Reading:
    """A harness folder as far as it can be read, and everything that is to be said about it, by file and line."""

    state: HarnessState
    faults: tuple[Fault, ...]

    @property
    def errors(self) -> tuple[Fault, ...]:
        """The faults that keep the harness from being used."""
        return errors(self.faults)

    @property
    def warnings(self) -> tuple[Fault, ...]:
        """The faults with which the harness can be used all the same."""
        return tuple(fault for fault in self.faults if fault.severity == "warning")


def load_harness(path: str | Path) -> HarnessState:
    """The harness in a folder; how many warnings it has is logged.

    Raises BadInput with every error of its files and of the harness as a whole.
    """
    reading = read_harness(path)
    if reading.errors:
        raise BadInput(*reading.errors)
    if count := len(reading.warnings):
        _log.warning("%s: %d warning%s, see `hat harness check %s`", path, count, "s" * (count > 1), path)
    return reading.state


def read_harness(path: str | Path) -> Reading:
    """What a harness folder holds, with all its faults. Raises BadInput when there is no such folder."""
    root = Path(path)
    if not root.is_dir():
        raise BadInput(Fault(str(path), "is no folder", f"Name a folder that holds a {MANIFEST}", "no-harness"))
    if not any(os.path.lexists(root / part) for part in _TOP):
        near = next((f"Did you mean {manifest.parent}? " for manifest in sorted(root.glob(f"*/{MANIFEST}"))), "")
        raise BadInput(
            Fault(str(path), "holds no harness", f"{near}Name a folder that holds a {MANIFEST}", "no-harness")
        )
    reader = _Reader(root)
    state = reader.state()
    found = {*excerpt(reader.faults), *check(state, reader.locator)}
    faults = sorted(found, key=lambda fault: (fault.path, fault.line or 0, fault.column or 0, fault.message))
    return Reading(state, tuple(replace(fault, path=str(root / fault.path)) for fault in faults))


class _Reader:
    """Reads the files of a harness folder; gathers faults, and the files that lie elsewhere than their names say."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.faults: list[Fault] = []
        self.misnamed: dict[str, Path] = {}
        self.locator = Locator(root, self.misnamed)

    def state(self) -> HarnessState:
        """What can be read."""
        self._check_top()
        manifest = next((m for _, m in self._parsed([self.root / MANIFEST], parse_manifest)), _UNREAD)
        blocks = sorted(self._listed("system_prompt", r"\d{1,6}-.+\.md"), key=lambda p: int(p.name.partition("-")[0]))
        skills = self._placed(self._skill_files(), parse_skill, "name:", lambda skill: skill_file(skill.name))
        tools = self._placed(
            self._listed("tools", r".+\.json"), parse_tool, '"name"', lambda tool: tool_file(tool.name)
        )
        hooks, scripts = self._hooks()
        self._check_order("skills", manifest.skills, {s.name for s in skills})
        self._check_order("tools", manifest.tools, {t.name for t in tools})
        return HarnessState(
            name=manifest.name,
            version=manifest.version,
            language=manifest.language,
            limits=manifest.limits,
            prompt=tuple(self._placed(blocks, parse_block, "id:", lambda block: block_file(block.id))),
            skills=_ordered(skills, manifest.skills),
            tools=_ordered(tools, manifest.tools),
            hooks=hooks,
            scripts=scripts,
            extra=manifest.extra,
        )

    def _parsed(self, files: Iterable[Path], parse: Callable[[Source], T]) -> Iterator[tuple[Path, T]]:
        for path in files:
            try:
                source = read_source(self.root, path)
                if path.suffix == ".md":
                    source, warnings = mend(source)
                    self.faults += warnings
                yield path, parse(source)
            except BadInput as error:
                self.faults += error.faults

    def _placed(
        self, files: Iterable[Path], parse: Callable[[Source], T], key: str, place: Callable[[T], str]
    ) -> list[T]:
        """The values in files, each of which must lie where the name inside, written after `key`, says."""
        values = []
        for path, value in self._parsed(files, parse):
            file, expected = path.relative_to(self.root).as_posix(), place(value)
            if numberless(file) != expected:
                self.misnamed[expected] = path
                message = f"the name inside belongs to {expected}"
                remedy = "Rename the file or correct the name inside"
                self._find(Flaw(file, "name-and-file", message, remedy, key))
            values.append(value)
        return values

    def _hooks(self) -> tuple[tuple[Hook, ...], dict[str, str]]:
        """The hooks, and the scripts beside `hooks.json`, which must be there when they are."""
        file = self.root / HOOKS_FILE
        files = self._listed(file.parent.name, r"[^.].*")
        hooks = [hook for _, hooks in self._parsed([file] if files else [], parse_hooks) for hook in hooks]
        scripts = self._parsed([path for path in files if path != file], lambda source: source)
        return tuple(hooks), {path.name: source.text for path, source in scripts}

    def _listed(self, folder: str, pattern: str) -> list[Path]:
        """The files of a folder whose names match, by name. Hidden files are left alone; any other is a fault."""
        place, listed = self.root / folder, []
        if os.path.lexists(place) and not place.is_dir():
            self._find(Flaw(folder, "not-a-folder", "is no folder", "Make it a folder, or delete it"))
            return []
        for path in sorted(place.iterdir()) if place.is_dir() else ():
            if re.fullmatch(pattern, path.name):
                listed.append(path)
            elif not path.name.startswith("."):
                remedy = f"Move it out of {folder}/ or name it as a file that is read"
                self._find(Flaw(path.relative_to(self.root).as_posix(), "stray", "is not read", remedy))
        return listed

    def _check_top(self) -> None:
        """What lies beside the parts of a harness: documents for people, or something misnamed."""
        for path in sorted(self.root.iterdir()):
            document = path.is_file() and path.suffix in _DOCUMENTS
            if not document and path.name not in _TOP and not path.name.startswith("."):
                remedy = f"A harness has {', '.join(_TOP)}: rename it, or move it elsewhere"
                self._find(Flaw(path.name, "stray", "is not read", remedy, severity="warning"))

    def _skill_files(self) -> Iterator[Path]:
        for folder in self._listed("skills", r"[^.].*"):
            files = self._listed(f"skills/{folder.name}", r"SKILL\.md")
            yield files[0] if files else folder / "SKILL.md"

    def _check_order(self, kind: str, order: Sequence[str], names: set[str]) -> None:
        known = names | {path.stem for path in (self.root / kind).glob("*")}
        for i, name in enumerate(order):
            if name not in known:
                message = f"`{name}` is in the order but not in {kind}/"
                self._find(Flaw(MANIFEST, "order", message, "Correct or delete it", location=("order", kind, i)))

    def _find(self, flaw: Flaw) -> None:
        self.faults.append(self.locator.fault(flaw))


def _ordered(values: Iterable[Named], order: Sequence[str]) -> tuple[Named, ...]:
    """The values named by `order` first, in that order; the rest by name."""
    places = {name: i for i, name in enumerate(order)}
    return tuple(sorted(values, key=lambda v: (places.get(v.name, len(places)), v.name)))
