"""Check a whole harness: every fault, each with file, line, what is wrong and what to write instead."""

from __future__ import annotations

from collections.abc import Iterator

from hat.errors import Fault
from hat.harness.checks.characters import check_characters
from hat.harness.checks.contradictions import check_contradictions
from hat.harness.checks.excerpt import excerpt
from hat.harness.checks.flaw import Flaw
from hat.harness.checks.hooks import check_hooks
from hat.harness.checks.keys import check_keys
from hat.harness.checks.limits import check_limits, check_values
from hat.harness.checks.locate import Locator
from hat.harness.checks.names import check_names
from hat.harness.checks.references import check_references
from hat.harness.checks.secrets import check_secrets
from hat.harness.checks.skills import check_reply_skill, check_skills
from hat.harness.checks.texts import texts
from hat.harness.checks.tools import check_tools
from hat.harness.state import HarnessState


def check(state: HarnessState, locator: Locator | None = None) -> list[Fault]:
    """The faults of a harness state, warnings among them, the first of each kind; empty when it is sound.

    `locator` leads to the folder that the state was read from: it gives the lines, and the names of skills and tools
    whose files could not be read (what mentions them is no fault).
    """
    skills = {p.name for p in locator.root.glob("skills/*") if p.is_dir()} if locator else set()
    tools = {p.stem for p in locator.root.glob("tools/*.json")} if locator else set()
    flaws = [*_flaws(state), *check_references(state, frozenset(skills | tools))]
    if len(skills) <= len(state.skills):
        flaws += check_reply_skill(state)
    return [locator.fault(flaw) if locator else flaw.fault for flaw in excerpt(flaws)]


def _flaws(state: HarnessState) -> Iterator[Flaw]:
    yield from check_limits(state)
    yield from check_values(state)
    yield from check_keys(state)
    yield from check_names(state)
    yield from check_skills(state)
    yield from check_tools(state)
    yield from check_hooks(state)
    yield from check_contradictions(state)
    for file, text in texts(state):
        yield from check_characters(text, file)
        yield from check_secrets(text, file)
