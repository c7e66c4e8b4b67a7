"""All texts and words of a harness."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from hat.harness.state import HarnessState
from hat.harness.strings import strings

WORD = re.compile(r"\w+(?:-\w+)*")


def change_texts(state: HarnessState, change: Callable[[str], str]) -> HarnessState:
    """The state with `change` applied to each text that the model reads."""
    return replace(
        state,
        prompt=tuple(replace(block, text=change(block.text)) for block in state.prompt),
        skills=tuple(replace(s, description=change(s.description), body=change(s.body)) for s in state.skills),
        tools=tuple(replace(tool, description=change(tool.description)) for tool in state.tools),
        hooks=tuple(replace(hook, message=change(hook.message)) for hook in state.hooks),
    )


def words(state: HarnessState) -> set[str]:
    """Every word and name of a harness: what a new name must differ from."""
    return set(WORD.findall("\n".join(strings(state))))
