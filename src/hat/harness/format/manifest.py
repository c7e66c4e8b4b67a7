"""`harness.yaml`: name, version, language, limits, and the order in which skills and tools are read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import Field

from hat.errors import BadInput, Fault
from hat.harness.format.fields import Fields, read_fields
from hat.harness.format.limit import format_limit, parse_limit
from hat.harness.format.source import Source
from hat.harness.format.yaml_text import format_yaml, parse_yaml
from hat.harness.state import HarnessState, Limit

MANIFEST = "harness.yaml"


@dataclass(frozen=True)
class Manifest:
    """What `harness.yaml` states. Skills and tools that its order does not list follow the listed ones, by name."""

    name: str
    version: str
    language: str
    limits: Mapping[str, Limit]
    skills: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)


class _Order(Fields):
    skills: list[str] = Field(default=[], description="Write the names of skills, one a line after `- `")
    tools: list[str] = Field(default=[], description="Write the names of tools, one a line after `- `")


class _Manifest(Fields):
    name: str = Field(description="Write the harness's name, such as `name: live-commerce`")
    version: str = Field(description='Write the version as text, such as `version: "1.0"`')
    language: str = Field(description="Write a language code, such as `language: en`")
    limits: dict[str, str] = Field(
        description="Write each limit as `name: value | low..high`, such as `max_turns: 8 | 3..12`"
    )
    order: _Order = Field(default=_Order(), description="Write `order:` with lists `skills:` and `tools:`")


def parse_manifest(source: Source) -> Manifest:
    """The manifest that `harness.yaml` states; raises BadInput with every fault found."""
    fields = read_fields(_Manifest, parse_yaml(source), source)
    limits = {name: parse_limit(text) for name, text in fields.limits.items()}
    faults = [_not_a_limit(source, name, fields.limits[name]) for name, limit in limits.items() if limit is None]
    if faults:
        raise BadInput(*faults)
    return Manifest(
        name=fields.name,
        version=fields.version,
        language=fields.language,
        limits={name: limit for name, limit in limits.items() if limit is not None},
        skills=tuple(fields.order.skills),
        tools=tuple(fields.order.tools),
        extra=fields.rest,
    )


def format_manifest(state: HarnessState) -> str:
    """The `harness.yaml` of a harness."""
    return format_yaml(
        {
            "name": state.name,
            "version": state.version,
            "language": state.language,
            "limits": {name: format_limit(limit) for name, limit in state.limits.items()},
            "order": {"skills": [s.name for s in state.skills], "tools": [t.name for t in state.tools]},
            **state.extra,
        }
    )


def _not_a_limit(source: Source, name: str, text: str) -> Fault:
    remedy = f"Write `{name}: value | low..high` with numbers, such as `{name}: 8 | 3..12`"
    return source.fault(f"`limits.{name}`: {text!r} is no limit", remedy, "limit", ("limits", name))
