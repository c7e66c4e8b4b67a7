"""YAML as harness files use it: plain data only.

Aliases, tags and duplicate keys are refused; keys and dates stay text. So what is read can be written again, and no
small document grows into a large one.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import yaml

from hat.errors import BadInput, Fault
from hat.harness.format.source import Source

MAX_DEPTH = 30
"""How deep lists and mappings may nest."""


class _Scalars(yaml.SafeLoader):
    """Tells what plain text stands for: `3`, `true` and `null` as in YAML 1.1, but dates, `<<` and `=` stay text."""


_Scalars.yaml_implicit_resolvers = {
    first: [(tag, regexp) for tag, regexp in resolvers if not tag.endswith((":timestamp", ":merge", ":value"))]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


class _Reader:
    """Builds the value of a document from the events of libyaml's parser."""

    def __init__(self, text: str) -> None:
        self.events: Iterator[Any] = iter(yaml.parse(text, Loader=yaml.CSafeLoader))
        self.scalars = _Scalars("")

    def document(self) -> Any:
        """The value; None for an empty document."""
        documents = [
            self.value(next(self.events), 0) for event in self.events if isinstance(event, yaml.DocumentStartEvent)
        ]
        if len(documents) > 1:
            raise yaml.composer.ComposerError(None, None, f"{len(documents)} documents in one file", None)
        return documents[0] if documents else None

    def value(self, event: Any, depth: int) -> Any:
        """The value that begins with the event."""
        if isinstance(event, yaml.AliasEvent) or event.anchor:
            raise _refused("anchors and aliases are not read", event)
        if event.tag:
            raise _refused(f"the tag {event.tag!r} is not read", event)
        if depth > MAX_DEPTH:
            raise _refused("nested too deeply", event)
        if isinstance(event, yaml.ScalarEvent):
            return self.scalar(event)
        if isinstance(event, yaml.SequenceStartEvent):
            return [self.value(item, depth + 1) for item in self._until(yaml.SequenceEndEvent)]
        data: dict[str, Any] = {}
        for key in self._until(yaml.MappingEndEvent):
            if not isinstance(key, yaml.ScalarEvent) or key.anchor or key.tag:
                raise _refused("a key must be plain text", key)
            if key.value in data:
                raise _refused(f"duplicate key {key.value!r}", key)
            data[key.value] = self.value(next(self.events), depth + 1)
        return data

    def scalar(self, event: Any) -> Any:
        """Quoted text as it is; plain text as what it stands for."""
        if not event.implicit[0]:
            return event.value
        tag = self.scalars.resolve(yaml.ScalarNode, event.value, event.implicit)  # type: ignore[no-untyped-call]
        try:
            value = self.scalars.construct_object(yaml.ScalarNode(tag, event.value, event.start_mark))
        except ValueError as error:
            raise _refused(str(error), event) from error
        if isinstance(value, float) and not math.isfinite(value):
            raise _refused(f"{event.value!r} is no finite number", event)
        return value

    def _until(self, end: type[yaml.Event]) -> Iterator[Any]:
        """The events that begin the items of a list or the keys of a mapping."""
        while not isinstance(event := next(self.events), end):
            yield event


def _refused(problem: str, event: Any) -> yaml.MarkedYAMLError:
    return yaml.composer.ComposerError(None, None, problem, event.start_mark)


def parse_yaml(source: Source) -> dict[str, Any]:
    """The mapping that a YAML document holds; raises BadInput with line and column where it is no such document."""
    try:
        data = _Reader(source.text).document()
    except yaml.MarkedYAMLError as error:
        raise BadInput(_marked(source, error)) from error
    except yaml.YAMLError as error:
        message = f"is not plain YAML: {error}"
        raise BadInput(Fault(source.file, message, "Write plain text and numbers", "yaml")) from error
    if not isinstance(data, dict):
        message, remedy = "is no list of `key: value` lines", "Write one `key: value` a line"
        raise BadInput(Fault(source.file, message, remedy, "yaml", source.first_line))
    return data


def format_yaml(data: Mapping[str, Any]) -> str:
    """YAML text with keys in the mapping's order."""
    return str(yaml.safe_dump(dict(data), sort_keys=False, allow_unicode=True, width=1_000_000))


def _marked(source: Source, error: yaml.MarkedYAMLError) -> Fault:
    mark = error.problem_mark or error.context_mark
    if mark and error.context_mark and mark.index >= len(source.text.rstrip()):
        mark = error.context_mark
    message = f"broken YAML: {' '.join(filter(None, [error.context, error.problem]))}"
    remedy = "Put text that holds `: `, `#`, brackets or quotes between double quotes"
    if mark is None:
        return Fault(source.file, message, remedy, "yaml")
    return Fault(source.file, message, remedy, "yaml", mark.line + source.first_line, mark.column + 1)
