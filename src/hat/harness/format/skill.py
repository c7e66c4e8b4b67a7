"""`skills/<name>/SKILL.md`: a skill in the Agent Skills format; `metadata.kind` is `reply` or `strategy`."""

from __future__ import annotations

from pydantic import Field

from hat.harness.format.fields import Fields, read_fields
from hat.harness.format.front_matter import join_front_matter, split_front_matter
from hat.harness.format.source import Source
from hat.harness.format.yaml_text import parse_yaml
from hat.harness.state import Skill, SkillKind


class _Metadata(Fields):
    kind: SkillKind = Field(default="reply", description="Write `kind: reply` or `kind: strategy`")


class _Front(Fields):
    name: str = Field(description="Write the name of the skill's folder")
    description: str = Field(description='Write when to use the skill: `description: "When ...: two or three words"`')
    metadata: _Metadata = Field(
        default=_Metadata(), description="Write `metadata:` with an indented line `kind: reply`"
    )


def parse_skill(source: Source) -> Skill:
    """The skill that a file holds; raises BadInput with every fault found. The kind is `reply` where none is stated."""
    front, body = split_front_matter(source)
    fields = read_fields(_Front, parse_yaml(front), front)
    metadata = {"metadata": fields.metadata.rest} if fields.metadata.rest else {}
    return Skill(
        name=fields.name,
        description=" ".join(fields.description.split()),
        kind=fields.metadata.kind,
        body=body.text,
        extra={**fields.rest, **metadata},
    )


def format_skill(skill: Skill) -> str:
    """The file of a skill."""
    extra = dict(skill.extra)
    metadata = {"kind": skill.kind, **extra.pop("metadata", {})}
    front = {"name": skill.name, "description": skill.description, "metadata": metadata, **extra}
    return join_front_matter(front, skill.body)
