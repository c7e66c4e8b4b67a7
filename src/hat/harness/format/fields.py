"""Checked fields: a parsed document against a pydantic model, every difference reported as a fault with its place."""

from __future__ import annotations

import re
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, ValidationError

from hat.errors import BadInput, Fault
from hat.harness.format.source import Location, Source


class Fields(BaseModel):
    """Base of the file models. A field's `description` tells what to write there: it is the remedy of its faults."""

    model_config = ConfigDict(strict=True, extra="allow", frozen=True)

    @property
    def rest(self) -> dict[str, Any]:
        """The keys that the model does not name, in file order."""
        return dict(self.model_extra or {})


FieldsT = TypeVar("FieldsT", bound=Fields)


def read_fields(model: type[FieldsT], data: Any, source: Source, at: Location = ()) -> FieldsT:
    """`data`, which stands `at` a place of its source, as a model.

    Raises BadInput with one fault for each field that is missing or wrong.
    """
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise BadInput(*(_fault(model, source, at, e["loc"], e["type"], e["msg"]) for e in error.errors())) from error


def _fault(model: type[Fields], source: Source, at: Location, location: Location, kind: str, message: str) -> Fault:
    field = ".".join(map(str, location))
    message = re.sub(r"valid dictionary or instance of \w+", "mapping of keys to values", message)
    text = f"`{field}` is missing" if kind == "missing" else f"`{field}`: {message[:1].lower()}{message[1:]}"
    return source.fault(text, _remedy(model, location), "field", (*at, *location))


def _remedy(model: Any, location: Location) -> str:
    """The description of the innermost field of a location that has one."""
    remedy = ""
    for key in location:
        models = [m for m in (model, *_inner(model)) if isinstance(m, type) and issubclass(m, Fields)]
        found = next(
            (f for m in models for name, f in m.model_fields.items() if key in (name, f.alias)),
            None,
        )
        if found is not None:
            model, remedy = found.annotation, found.description or remedy
    return remedy


def _inner(annotation: Any) -> list[Any]:
    """All types named inside a generic annotation."""
    return [t for arg in get_args(annotation) for t in (arg, *_inner(arg))]
