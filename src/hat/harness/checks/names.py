"""Names: valid, unique, not reserved."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from hat.harness.checks.flaw import Flaw, block_file, skill_file, tool_file
from hat.harness.state import LOAD_SKILL, HarnessState

_SKILL_NAME = re.compile(r"(?=.{1,64}\Z)[a-z0-9]+(?:-[a-z0-9]+)*")
_TOOL_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
_BLOCK_ID = re.compile(r"(?=.{1,64}\Z)[A-Za-z0-9]+(?:[_-][A-Za-z0-9]+)*")


def check_names(state: HarnessState) -> Iterator[Flaw]:
    """Every skill, tool and block name."""
    for skill in state.skills:
        if not _SKILL_NAME.fullmatch(skill.name):
            remedy = "Write 1 to 64 lower-case letters, digits and single hyphens, such as `small-talk`"
            message = f"`{skill.name}` is no valid skill name"
            yield Flaw(skill_file(skill.name), "name", message, remedy, "name:")
    for tool in state.tools:
        if tool.name == LOAD_SKILL:
            message = f"the name `{LOAD_SKILL}` is taken by the built-in tool"
            yield Flaw(tool_file(tool.name), "name-reserved", message, "Choose another name", location=("name",))
        elif not _TOOL_NAME.fullmatch(tool.name):
            remedy = "Write 1 to 64 letters, digits, `_` and `-`, such as `get_price`"
            message = f"`{tool.name}` is no valid tool name"
            yield Flaw(tool_file(tool.name), "name", message, remedy, location=("name",))
    for block in state.prompt:
        if not _BLOCK_ID.fullmatch(block.id):
            message = f"`{block.id}` is no valid block id"
            yield Flaw(block_file(block.id), "name", message, "Write letters, digits and single hyphens", "id:")
    yield from _duplicates(state)


def _duplicates(state: HarnessState) -> Iterator[Flaw]:
    files = [
        *(("skill", s.name, skill_file(s.name)) for s in state.skills),
        *(("tool", t.name, tool_file(t.name)) for t in state.tools),
        *(("block", b.id, block_file(b.id)) for b in state.prompt),
    ]
    for (kind, name, file), count in Counter(files).items():
        if count > 1:
            yield Flaw(file, "name-duplicate", f"{count} {kind}s are named `{name}`", "Rename all but one")
