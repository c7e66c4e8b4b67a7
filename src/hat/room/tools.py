"""The tool server of the simulated room: answers by implementation name, from the room's facts."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from hat.room.catalogue import Product, Room, find_room
from hat.room.faults import FaultPlan

Result = dict[str, Any]

_OF_PRODUCT: Mapping[str, Callable[[Product, Mapping[str, Any]], Result]] = {
    "price": lambda p, _: {"price": f"{p.price} yuan"},
    "coupon": lambda p, _: {"coupon": f"{p.coupon} yuan off"},
    "stock": lambda p, a: _by_key("stock", "size", p.stock, a["size"], "left"),
    "shipping": lambda p, a: _by_key("arrival", "city", p.shipping_days, a["city"], "days"),
    "after_sales": lambda p, _: {"returns": f"{p.returns_days} days", "warranty": f"{p.warranty_months} months"},
    "product": lambda p, _: {"material": p.material, "origin": p.origin},
}
PARAMETERS: Mapping[str, Mapping[str, type]] = {
    "price": {"link": int},
    "coupon": {"link": int},
    "stock": {"link": int, "size": str},
    "shipping": {"link": int, "city": str},
    "after_sales": {"link": int},
    "product": {"link": int},
    "order": {"order_id": int},
}
"""Implementation -> its parameters, all required, and their types."""


@dataclass(frozen=True)
class ToolReply:
    """`content` is what the model reads, JSON unless the fault is `malformed`. `fault` None is success.

    `seconds` is the simulated latency; nobody sleeps. A call that times out never answers: callers wait as long as
    their own limit.
    """

    content: str
    fault: str | None = None
    seconds: float = 0.0


class ToolServer:
    """Serves every simulated room. A pure function of its arguments: retries are told by `attempt`, not remembered."""

    def __init__(self, faults: FaultPlan | None = None) -> None:
        self.faults = faults

    def call(
        self,
        implementation: str,
        room: str,
        arguments: Mapping[str, Any],
        request_id: str = "",
        attempt: int = 0,
    ) -> ToolReply:
        """Answer one call.

        `request_id` and `attempt` (earlier calls of this implementation in the episode) choose the injected fault.
        Raises KeyError for a room that does not exist.
        """
        if implementation not in PARAMETERS:
            return ToolReply(json.dumps({"error": f"no such tool: {implementation}"}), "unknown-tool")
        if problem := _argument_problem(PARAMETERS[implementation], arguments):
            return ToolReply(json.dumps({"error": problem}), "arguments")
        content = json.dumps(look_up(find_room(room), implementation, arguments))
        seconds = random.Random(f"latency/{request_id}/{implementation}/{attempt}").uniform(0.05, 0.4)
        fault = self.faults.fault(request_id, implementation, attempt) if self.faults else None
        if fault is None:
            return ToolReply(content, None, seconds)
        if fault == "malformed":
            return ToolReply(content[: content.index(", ")], fault, seconds)
        return ToolReply(json.dumps({"error": fault}), fault, float("inf") if fault == "timeout" else seconds)


def look_up(room: Room, implementation: str, arguments: Mapping[str, Any]) -> Result:
    """The facts that a well-formed call returns; `{"error": ...}` when the link, size, city or order does not exist."""
    if implementation == "order":
        order_id = arguments["order_id"]
        found = order_id in room.orders
        return {"order_id": order_id, "order": room.orders[order_id]} if found else {"error": "no such order"}
    product = room.product(arguments["link"])
    if product is None:
        return {"error": "no such link"}
    facts = _OF_PRODUCT[implementation](product, arguments)
    return facts if "error" in facts else {"link": product.link, **facts}


def _by_key(field: str, parameter: str, values: Mapping[str, int], key: str, unit: str) -> Result:
    return {field: f"{values[key]} {unit}"} if key in values else {"error": f"no such {parameter}"}


def _argument_problem(parameters: Mapping[str, type], arguments: Mapping[str, Any]) -> str | None:
    for name, kind in parameters.items():
        if name not in arguments:
            return f"missing argument: {name}"
        if type(arguments[name]) is not kind:
            return f"{name} must be {'an integer' if kind is int else 'a string'}"
    unknown = next((name for name in arguments if name not in parameters), None)
    return unknown and f"unknown argument: {unknown}"
