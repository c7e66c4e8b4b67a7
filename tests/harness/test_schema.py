from __future__ import annotations

import json
import socket
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from hat.errors import BadInput, errors
from hat.harness.check import check
from hat.harness.load import load_harness
from hat.harness.schema import problem
from hat.hsa import make_variant
from tests.harness.conftest import DEFAULT

REMOTE = {"$ref": "http://schemas.example/a.json"}
LONG = "a" * 50 + "!"
TREE = {
    "type": "object",
    "properties": {"link": {"type": "integer"}, "more": {"type": "array", "items": {"$ref": "#"}}},
}


def holding(schema: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"link": schema}}


def to(name: str) -> dict[str, str]:
    return {"$ref": f"#/$defs/{name}"}


def nested(depth: int) -> dict[str, Any]:
    return holding(nested(depth - 1) if depth else {})


def write(folder: Path, **fields: Any) -> None:
    """Change fields of a tool of the harness."""
    file = folder / "tools/get_price.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), **fields}, indent=2))


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "remote": (holding(REMOTE), "properties.link.$ref` leads nowhere"),
    "remote and unused": ({**holding({}), "$defs": {"a": REMOTE}}, "$defs.a.$ref` leads nowhere"),
    "missing": (holding(to("none")), "properties.link.$ref` leads nowhere"),
    "missing anchor": (holding({"$ref": "#none"}), "properties.link.$ref` leads nowhere"),
    "missing dynamic": (holding({"$dynamicRef": "#none"}), "properties.link.$dynamicRef` leads nowhere"),
    "into a text": (holding({"$ref": "#/type/x"}), "properties.link.$ref` leads nowhere"),
    "no address": (holding({"$ref": "http://[::1"}), "properties.link.$ref` leads nowhere"),
    "to no schema": ({**holding({"$ref": "#/other/a"}), "other": {"a": 1}}, "` is no valid JSON Schema: 1 is not"),
    "itself": ({"type": "object", "$ref": "#"}, ".$ref` leads only back to itself"),
    "itself by anchor": (holding({"$anchor": "a", "$ref": "#a"}), "properties.link.$ref` leads only back"),
    "each other": ({**holding(to("a")), "$defs": {"a": to("b"), "b": to("a")}}, "$defs.a.$ref` leads only back"),
    "a part of itself": (holding({"anyOf": [{"$ref": "#/properties/link"}]}), "link.anyOf.0.$ref` leads only back"),
    "pattern": (holding({"pattern": "("}), "link.pattern` is a pattern that does not compile"),
    "pattern that looks around": (holding({"pattern": "^(?!a)"}), "link.pattern` is a pattern that does not compile"),
    "pattern of names": (holding({"patternProperties": {"(": {}}}), "link.patternProperties.(` is a pattern that"),
}
SOUND: dict[str, dict[str, Any]] = {
    "tree": TREE,
    "chain": {**holding(to("a")), "$defs": {"a": to("b"), "b": {"type": "integer"}}},
    "own address": {**holding({"$ref": "http://schemas.example/own"}), "$id": "http://schemas.example/own"},
    "the meta-schema": holding({"$ref": "https://json-schema.org/draft/2020-12/schema"}),
    "a parameter named $ref": {"type": "object", "properties": {"$ref": {"type": "string"}}},
    "references that are data": holding({"default": REMOTE, "enum": [REMOTE, to("none")]}),
    "long pattern": holding({"pattern": "^(a+)+$"}),
}


@pytest.mark.parametrize("field", ["inputSchema", "outputSchema"])
@pytest.mark.parametrize("case", REFUSED)
def test_a_schema_that_judges_nothing_is_refused(folder: Path, case: str, field: str) -> None:
    schema, message = REFUSED[case]
    write(folder, **{field: schema})
    with pytest.raises(BadInput) as caught:
        load_harness(folder)
    (fault,) = [fault for fault in errors(caught.value.faults) if fault.rule == "schema"]
    assert message in fault.message
    assert field in fault.message
    assert fault.line
    assert fault.remedy


def test_every_fault_of_a_schema_is_found(folder: Path) -> None:
    parts = {f"p{i}": part for i, part in enumerate([REMOTE, to("none"), {"pattern": "("}, to("loop"), to("loop2")])}
    loops = {"loop": to("loop"), "loop2": to("loop2")}
    write(folder, inputSchema={"type": "object", "properties": parts, "$defs": loops})
    with pytest.raises(BadInput) as caught:
        load_harness(folder)
    assert sum(fault.rule == "schema" for fault in caught.value.faults) == 5


def test_a_schema_nested_without_end_is_refused(folder: Path) -> None:
    write(folder, inputSchema=nested(150))
    with pytest.raises(BadInput, match=r"get_price\.json: is not plain JSON: nested more than 100 deep"):
        load_harness(folder)


@pytest.mark.parametrize("case", SOUND)
def test_a_schema_that_makes_sense_is_kept(folder: Path, case: str) -> None:
    write(folder, inputSchema=SOUND[case])
    state = load_harness(folder)
    assert errors(check(make_variant(state, 1).state)) == ()


@pytest.mark.parametrize(
    ("schema", "value", "words"),
    [
        (TREE, {"more": [{"link": "x"}]}, "'x' is not of type 'integer'"),
        (holding({"pattern": "^(a+)+$"}), {"link": LONG}, f"'{LONG}' does not match '^(a+)+$'"),
        (holding({"patternProperties": {"^(a+)+$": {"type": "null"}}}), {"link": {LONG: 1, "a": 1}}, "null"),
        (holding({"patternProperties": {"^(a+)+$": True}, "additionalProperties": False}), {"link": {LONG: 1}}, LONG),
        (holding({"pattern": "a"}), {"link": "b"}, "'b' does not match 'a'"),
        (holding({"type": "number"}), {"link": float("nan")}, "not of type"),
    ],
)
def test_values_are_judged_at_once(schema: dict[str, Any], value: dict[str, Any], words: str) -> None:
    started = time.monotonic()
    assert words in (problem(schema, value) or "")
    assert time.monotonic() - started < 1


def test_nothing_is_fetched_to_judge_a_value() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        address = f"http://127.0.0.1:{server.getsockname()[1]}/schema.json"
        with pytest.raises(ValueError, match="disabled"):
            problem(holding({"$ref": address}), {"link": 1})
        with pytest.raises(BlockingIOError):
            server.accept()


SCHEMAS = [json.loads(path.read_text())["inputSchema"] for path in sorted(DEFAULT.glob("tools/*.json"))]
VALUES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.lists(st.integers())


@given(st.data())
def test_a_wrong_value_is_worded_as_models_learned_it(data: st.DataObject) -> None:
    schema = data.draw(st.sampled_from(SCHEMAS))
    names = st.sampled_from([*schema.get("properties", {}), "other"])
    value = data.draw(st.dictionaries(names, VALUES))
    first = next(Draft202012Validator(schema).iter_errors(value), None)
    assert problem(schema, value) == (first.message if first else None)
