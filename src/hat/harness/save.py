"""Save a harness: the same state always gives the same files, and loading them gives the state again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hat.errors import BadInput, errors
from hat.harness.check import check
from hat.harness.checks.flaw import script_file, skill_file, tool_file
from hat.harness.checks.hooks import HOOKS_FILE
from hat.harness.format.hooks import format_hooks
from hat.harness.format.manifest import MANIFEST, format_manifest
from hat.harness.format.prompt import format_block
from hat.harness.format.skill import format_skill
from hat.harness.format.tool import format_tool
from hat.harness.state import HarnessState
from hat.storage import check_free, write_folder


def save_harness(state: HarnessState, path: str | Path) -> None:
    """Write a harness folder, whole or not at all.

    Raises BadInput when the state has errors (it could not be loaded again) or when the folder already holds something,
    OSError when the disk refuses.
    """
    folder = Path(path)
    if faults := errors(check(state)):
        raise BadInput(*faults)
    check_free(folder)
    with write_folder(folder) as inside:
        for file, text in _files(state):
            target = inside / file
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8", newline="\n")


def _files(state: HarnessState) -> Iterator[tuple[str, str]]:
    """Each file of the folder: its relative path and its text."""
    yield MANIFEST, format_manifest(state)
    for i, block in enumerate(state.prompt, start=1):
        yield f"system_prompt/{i * 10:02d}-{block.id}.md", format_block(block)
    for skill in state.skills:
        yield skill_file(skill.name), format_skill(skill)
    for tool in state.tools:
        yield tool_file(tool.name), format_tool(tool)
    if state.hooks:
        yield HOOKS_FILE, format_hooks(state.hooks)
    for name, text in state.scripts.items():
        yield script_file(name), text
