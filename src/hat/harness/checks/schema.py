"""JSON Schemas: valid by the meta-schema (2020-12), with references that lead somewhere and patterns that compile."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from itertools import islice
from typing import Any

import jsonschema_rs
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema_specifications import REGISTRY
from referencing.exceptions import Unresolvable
from referencing.jsonschema import DRAFT202012

from hat.harness.format.source import Location
from hat.harness.schema import compiled

_META_SCHEMA = Draft202012Validator(Draft202012Validator.META_SCHEMA)
_QUICK = jsonschema_rs.Draft202012Validator(Draft202012Validator.META_SCHEMA)
"""Tells a thousand times faster that nothing is wrong; the other one tells what is."""

_REFERENCES = ("$ref", "$dynamicRef")
_SAME_VALUE = ("allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas")
"""Keywords whose schemas judge the same value as the schema that they are part of."""

MOST = 100
"""Telling one takes the meta-schema milliseconds."""

Problem = tuple[Location, str, str]
"""Where in the schema, what is wrong, what to do."""


def schema_problems(schema: Mapping[str, Any]) -> Iterator[Problem]:
    """What keeps the schema from judging values; of what the meta-schema refuses, the first `MOST`."""
    if not _QUICK.is_valid(schema):
        errors = _META_SCHEMA.iter_errors(schema)
        for error in islice(errors, MOST):
            yield tuple(error.absolute_path), f"is no valid JSON Schema: {error.message[:200]}", _expected(error)
        if next(errors, None):
            yield (), f"is no valid JSON Schema in more than {MOST} places", "Correct the first ones and check again"
        return
    text = json.dumps(schema)
    refused = _refused(text)
    if refused or any(f'"{key}"' in text for key in _REFERENCES):
        found = list(_walk(schema))
        yield from found or (
            [((), f"is no valid JSON Schema: {refused}", "Write plain JSON Schema 2020-12")] if refused else []
        )


def _refused(schema: str) -> str | None:
    """Why the schema cannot be compiled."""
    try:
        compiled(schema)
    except ValueError as error:
        return str(error).partition("\n")[0][:200]
    return None


def _expected(error: ValidationError) -> str:
    if error.validator == "enum":
        return f"Write one of {error.validator_value}"
    if error.validator == "type":
        return f"Write a value of type {error.validator_value}"
    return f"See the JSON Schema keyword `{error.validator}`"


def _walk(schema: Mapping[str, Any]) -> Iterator[Problem]:
    """Patterns and references of all schemas inside the schema."""
    nodes = dict(_nodes(schema))
    onward: dict[int, list[int]] = {}
    root = DRAFT202012.create_resource(schema)
    waiting = [(root, REGISTRY.resolver_with_root(root))]
    while waiting:
        resource, resolver = waiting.pop()
        key = id(resource.contents)
        if key in onward or key not in nodes:
            continue
        location, node = nodes[key]
        yield from _patterns(location, node)
        onward[key] = [id(part) for keyword in _SAME_VALUE for part in _parts(node.get(keyword))]
        waiting += [(part, resolver.in_subresource(part)) for part in resource.subresources()]
        for keyword in (name for name in _REFERENCES if name in node):
            try:
                target = resolver.lookup(node[keyword])
            except (Unresolvable, ValueError, TypeError):
                remedy = "Put what it stands for into `$defs` and write `#/$defs/NAME`; nothing is fetched"
                yield (*location, keyword), f"leads nowhere in this schema: {node[keyword]!r}", remedy
                continue
            onward[key].append(id(target.contents))
            waiting.append((DRAFT202012.create_resource(target.contents), target.resolver))
    yield from _circles(nodes, onward)


def _nodes(schema: Mapping[str, Any]) -> Iterator[tuple[int, tuple[Location, Mapping[str, Any]]]]:
    """Every object inside the schema by its identity, with its location."""
    waiting: list[tuple[Location, Any]] = [((), schema)]
    while waiting:
        location, value = waiting.pop()
        if isinstance(value, Mapping):
            yield id(value), (location, value)
            waiting += [((*location, key), part) for key, part in value.items()]
        elif isinstance(value, list):
            waiting += [((*location, index), part) for index, part in enumerate(value)]


def _patterns(location: Location, schema: Mapping[str, Any]) -> Iterator[Problem]:
    named = [(("patternProperties", pattern), pattern) for pattern in schema.get("patternProperties", ())]
    for way, pattern in [*named, (("pattern",), schema.get("pattern", ""))]:
        if _refused(json.dumps({"pattern": pattern})):
            remedy = "Write a short regular expression of ECMA 262, without look-around and back-references"
            yield (*location, *way), f"is a pattern that does not compile: {pattern!r}", remedy


def _parts(value: Any) -> list[Any]:
    """The schemas in the value of a keyword of `_SAME_VALUE`."""
    return value if isinstance(value, list) else [value, *value.values()] if isinstance(value, dict) else []


def _circles(
    nodes: Mapping[int, tuple[Location, Mapping[str, Any]]], onward: dict[int, list[int]]
) -> Iterator[Problem]:
    """References that lead back to themselves before they reach another part of the value."""
    while True:
        try:
            TopologicalSorter(onward).prepare()
        except CycleError as error:
            circle = error.args[1]
        else:
            return
        ways = [(*nodes[key][0], keyword) for key in circle for keyword in _REFERENCES if keyword in nodes[key][1]]
        yield min(ways, key=str), "leads only back to itself", "Refer to a schema that says something of its own"
        for key in set(circle):
            del onward[key]
