"""References: a name in backticks names something that exists.

A name that is nearly one of the harness's own is misspelt: an error. Any other may belong to something else (`pt-BR`,
`max-age`): a warning.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rapidfuzz import fuzz, process

from hat.errors import Severity
from hat.harness.checks.flaw import Flaw, block_file, skill_file, tool_file
from hat.harness.mention import mentions, must_exist
from hat.harness.state import LOAD_SKILL, HarnessState

MISSPELT, LIKE = 80, 60
"""From these likenesses on, in percent, a name is taken for another one, misspelt, and is suggested instead."""


def check_references(state: HarnessState, names: frozenset[str]) -> Iterator[Flaw]:
    """Mentions in prompt blocks, skills and tool descriptions; `names` are further skill and tool names that exist."""
    called = names | {LOAD_SKILL} | {s.name for s in state.skills} | {t.name for t in state.tools}
    known = called | set(state.limits)
    known |= {p for t in state.tools for p in t.parameters} | {v for b in state.prompt for v in b.values}
    known |= {h.builtin for h in state.hooks if h.builtin}
    texts = [
        *((block_file(b.id), b.text) for b in state.prompt),
        *((skill_file(s.name), f"{s.description}\n{s.body}") for s in state.skills),
        *((tool_file(t.name), t.description) for t in state.tools),
    ]
    choices = sorted(called), sorted(known)
    for file, text in texts:
        for name in dict.fromkeys(mentions(text)):
            if must_exist(name) and name not in known:
                yield _missing(file, name, *choices)


def _missing(file: str, name: str, called: Sequence[str], known: Sequence[str]) -> Flaw:
    misspelt = process.extractOne(name, called, scorer=fuzz.ratio, score_cutoff=MISSPELT)
    near = misspelt or process.extractOne(name, known, scorer=fuzz.ratio, score_cutoff=LIKE)
    hint = f"Did you mean `{near[0]}`? " if near else ""
    remedy = f"{hint}Name a skill, tool or parameter of this harness, or use double quotes for a phrase"
    severity: Severity = "error" if misspelt else "warning"
    return Flaw(file, "reference", f"`{name}` does not exist", remedy, f"`{name}`", severity=severity)
