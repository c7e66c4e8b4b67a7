"""The last turn of an episode: rules and facts are noted, then kept and stated."""

from __future__ import annotations

from collections.abc import Sequence

from hat.agent.loaded import rules_in_force
from hat.harness.state import Rule, Skill
from hat.micro.documents import BOILERPLATE, PLAIN, RULE, Piece
from hat.micro.turns import END_OF_TURN, think

Fact = tuple[str, str]
"""A field of a tool result and its value."""


def reply(loaded: Sequence[Skill], facts: Sequence[Fact], excuse: str | None = None) -> list[Piece]:
    """The reply under these skills, the reply skill last; `excuse` is said when a tool has failed."""
    rules = rules_in_force(loaded)
    note: list[Piece] = [("rules: ", BOILERPLATE)]
    for i, rule in enumerate(rules):
        note += [("; " if i else "", BOILERPLATE), (f"{rule.kind} ", PLAIN), (f'"{rule.spans[0]}"', RULE)]
    for name, content in facts:
        note += [("; ", BOILERPLATE), (name, RULE), (": ", BOILERPLATE), (content, RULE)]
    return [*think(*note), (_said(rules, facts, excuse), PLAIN), END_OF_TURN]


def _said(rules: Sequence[Rule], facts: Sequence[Fact], excuse: str | None) -> str:
    said = {kind: [rule.spans[0] for rule in rules if rule.kind == kind] for kind in ("open", "mention", "close")}
    stated = [f"The {name} is {content}." for name, content in facts]
    excuses = [f"{excuse}."] if excuse else []
    return " ".join([*said["open"], *stated, *excuses, *(f"{words}." for words in said["mention"]), *said["close"]])
