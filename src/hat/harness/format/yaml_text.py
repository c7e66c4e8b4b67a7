"""YAML as harness files use it: plain data only.

Aliases, tags and duplicate keys are refused; keys and dates stay text. So what is read can be written again, and no
small document grows into a large one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import yaml

from hat.errors import BadInput, Fault
from hat.harness.format.source import Source

MAX_DEPTH = 30
"""How deep lists and mappings may nest."""


class _PlainLoader(yaml.SafeLoader):
    depth = 0

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        event = self.peek_event()  # type: ignore[no-untyped-call]
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise yaml.composer.ComposerError(None, None, "anchors and aliases are not read", event.start_mark)
        if getattr(event, "tag", None):
            raise yaml.composer.ComposerError(None, None, f"the tag {event.tag!r} is not read", event.start_mark)
        if self.depth > MAX_DEPTH:
            raise yaml.composer.ComposerError(None, None, "nested too deeply", event.start_mark)
        self.depth += 1
        node = super().compose_node(parent, index)
        self.depth -= 1
        return node

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        data: dict[str, Any] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise yaml.constructor.ConstructorError(None, None, "a key must be plain text", key.start_mark)
            if key.value in data:
                raise yaml.constructor.ConstructorError(None, None, f"duplicate key {key.value!r}", key.start_mark)
            data[key.value] = self.construct_object(value, deep=True)
        return data


_PlainLoader.yaml_implicit_resolvers = {
    first: [(tag, regexp) for tag, regexp in resolvers if not tag.endswith((":timestamp", ":merge", ":value"))]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def parse_yaml(source: Source) -> dict[str, Any]:
    """The mapping that a YAML document holds; raises BadInput with line and column where it is no such document."""
    try:
        data = yaml.load(source.text, Loader=_PlainLoader)
        json.dumps(data, ensure_ascii=False, allow_nan=False).encode()
    except yaml.MarkedYAMLError as error:
        raise BadInput(_marked(source, error)) from error
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        message = f"is not plain YAML: {str(error) or type(error).__name__}"
        raise BadInput(Fault(source.file, message, "Write plain text and numbers", "yaml")) from error
    if not isinstance(data, dict):
        raise BadInput(Fault(source.file, "is no list of `key: value` lines", "Write one `key: value` a line", "yaml"))
    return data


def format_yaml(data: Mapping[str, Any]) -> str:
    """YAML text with keys in the mapping's order."""
    return str(yaml.safe_dump(dict(data), sort_keys=False, allow_unicode=True, width=1_000_000))


def _marked(source: Source, error: yaml.MarkedYAMLError) -> Fault:
    mark = error.problem_mark or error.context_mark
    message = f"broken YAML: {' '.join(filter(None, [error.context, error.problem]))}"
    remedy = "Put text that holds `: `, `#`, brackets or quotes between double quotes"
    if mark is None:
        return Fault(source.file, message, remedy, "yaml")
    return Fault(source.file, message, remedy, "yaml", mark.line + source.first_line, mark.column + 1)
