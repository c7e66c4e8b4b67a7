"""Changes of one skill."""

from __future__ import annotations

from collections.abc import Iterator

from hat.harness.compare.change import Change, changed
from hat.harness.compare.rules import compare_rules
from hat.harness.compare.wording import wording_risk
from hat.harness.state import Skill, parse_rule


def compare_skills(name: str, before: Skill, after: Skill) -> Iterator[Change]:
    """Changes from one state of a skill to another."""
    risk = wording_risk(before.description, after.description)
    yield from changed("skill", name, "description", before.description, after.description, risk)
    yield from changed("skill", name, "kind", before.kind, after.kind, "semantic")
    old, new = _prose(before), _prose(after)
    yield from changed("skill", name, "text", old, new, wording_risk(old, new))
    yield from compare_rules(name, before.rules, after.rules)
    yield from changed("skill", name, "front matter", before.extra, after.extra, "surface")


def _prose(skill: Skill) -> str:
    """The body without its rules."""
    return "\n".join(line for line in skill.body.splitlines() if line.strip() and parse_rule(line) is None)
