"""What a person wrote into a harness, file by file."""

from __future__ import annotations

from collections.abc import Iterator

from hat.harness.checks.flaw import block_file, script_file, skill_file, tool_file
from hat.harness.checks.hooks import HOOKS_FILE
from hat.harness.format.manifest import MANIFEST
from hat.harness.state import HarnessState
from hat.harness.strings import strings


def texts(state: HarnessState) -> Iterator[tuple[str, str]]:
    """Each file with all its strings, a line each."""
    yield MANIFEST, "\n".join(strings([state.name, state.version, state.language, state.limits, state.extra]))
    for block in state.prompt:
        yield block_file(block.id), "\n".join(strings(block))
    for skill in state.skills:
        yield skill_file(skill.name), "\n".join(strings(skill))
    for tool in state.tools:
        yield tool_file(tool.name), "\n".join(strings(tool))
    yield HOOKS_FILE, "\n".join(strings(state.hooks))
    for name, text in state.scripts.items():
        yield script_file(name), text
