"""JSON Schemas (2020-12) of tools at run time: nothing is fetched, and no pattern backtracks."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import jsonschema_rs
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend
from referencing import Registry

_LINEAR = jsonschema_rs.RegexOptions()


@lru_cache(maxsize=4096)
def compiled(schema: str) -> jsonschema_rs.Draft202012Validator:
    """A validator of the schema, which is JSON. Raises jsonschema_rs.ValidationError where there can be none."""
    return jsonschema_rs.Draft202012Validator(json.loads(schema), pattern_options=_LINEAR, offline=True)


def problem(schema: Mapping[str, Any], value: Mapping[str, Any]) -> str | None:
    """What is wrong with the value in one line, or None."""
    text = json.dumps(schema)
    found = next(compiled(text).iter_errors(value), None)
    if found is None or '"patternProperties"' in text:
        return found.message if found else None
    worded = next(_Wording(schema, registry=Registry()).iter_errors(value), None)
    return worded.message if worded else found.message


def _pattern(validator: Validator, pattern: str, value: Any, schema: Mapping[str, Any]) -> Iterator[ValidationError]:
    if not compiled(json.dumps({"pattern": pattern})).is_valid(value):
        yield ValidationError(f"{value!r} does not match {pattern!r}")


_Wording: type[Validator] = extend(Draft202012Validator, {"pattern": _pattern})  # type: ignore[no-untyped-call]
"""Words what is wrong as models learned to read it; it matches the keys of `patternProperties` with backtracking."""
