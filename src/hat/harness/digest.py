"""The digest of a harness: what names its content, the same on every machine and for every order of reading files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from hat.harness.format.hooks import by_event
from hat.harness.state import HarnessState
from hat.storage import digest_json


def digest(state: HarnessState) -> str:
    """`sha256:` and 64 hex digits over the canonical JSON of a state.

    Key order counts only inside input schemas, since the model reads them; the order of hooks only within an event.
    """
    data = asdict(replace(state, hooks=by_event(state.hooks)))
    if not state.scripts:  # then the digest is that of a harness from before there were scripts
        del data["scripts"]
    for tool in data["tools"]:
        tool["input_schema"] = json.dumps(tool["input_schema"])
    return digest_json(_plain(data))


def _plain(value: Any) -> Any:
    """The value with whole floats as integers, so that equal states have equal text."""
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(inner) for inner in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value
