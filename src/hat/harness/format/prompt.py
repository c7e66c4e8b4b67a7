"""`system_prompt/NN-<id>.md`: one block of the system prompt, its numbers written with their ranges."""

from __future__ import annotations

import re

from pydantic import Field

from hat.errors import BadInput, Fault
from hat.harness.format.fields import Fields, read_fields
from hat.harness.format.front_matter import join_front_matter, split_front_matter
from hat.harness.format.limit import format_limit, parse_limit
from hat.harness.format.source import Source
from hat.harness.format.yaml_text import parse_yaml
from hat.harness.state import Limit, PromptBlock

_RANGED = re.compile(r"\{(?P<name>\w+):(?P<limit>[^{}\n|]*\|[^{}\n]*)\}")
_FIRST_USE = re.compile(r"\{(\w+)\}")


class _Front(Fields):
    id: str = Field(description="Write the block's id as in the file name `NN-<id>.md`")
    movable: bool = Field(default=True, description="Write `movable: true` or `movable: false`")


def parse_block(source: Source) -> PromptBlock:
    """The block that a file holds; raises BadInput with every fault found."""
    front, body = split_front_matter(source)
    fields = read_fields(_Front, parse_yaml(front), front)
    values: dict[str, Limit] = {}
    faults = []
    for match in _RANGED.finditer(body.text):
        limit = parse_limit(match["limit"])
        if limit is None or match["name"] in values:
            faults.append(_wrong_value(body, match, limit))
        else:
            values[match["name"]] = limit
    if faults:
        raise BadInput(*faults)
    text = _RANGED.sub(r"{\g<name>}", body.text)
    return PromptBlock(id=fields.id, text=text, movable=fields.movable, values=values, extra=fields.rest)


def format_block(block: PromptBlock) -> str:
    """The file of a block."""
    pending = dict(block.values)

    def ranged(match: re.Match[str]) -> str:
        limit = pending.pop(match[1], None)
        return match[0] if limit is None else f"{{{match[1]}: {format_limit(limit)}}}"

    front = {"id": block.id, "movable": block.movable, **block.extra}
    return join_front_matter(front, _FIRST_USE.sub(ranged, block.text))


def _wrong_value(body: Source, match: re.Match[str], limit: Limit | None) -> Fault:
    name = match["name"]
    line = body.line_of(match.start())
    if limit is None:
        remedy = f"Write `{{{name}: value | low..high}}` with numbers"
        return Fault(body.file, f"`{match[0]}` is no value with a range", remedy, "limit", line)
    return Fault(body.file, f"`{name}` has a range twice", f"Write `{{{name}}}` here", "limit", line)
