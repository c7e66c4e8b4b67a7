"""Judged cases to score and to show."""

import random

from hat.evals.case import Call, CaseResult

KINDS = ("price", "stock", "multi", "unanswerable")


def results(suite: str, right: float, count: int = 60, seed: int = 0, groups: int = 0) -> list[CaseResult]:
    rng = random.Random(seed)
    return [_result(suite, number, rng.random() < right, groups) for number in range(count)]


def _result(suite: str, number: int, right: bool, groups: int) -> CaseResult:
    return CaseResult(
        suite=suite,
        case=f"test-{number}",
        kind=KINDS[number % len(KINDS)],
        group=f"variant-{number % groups}" if groups else "",
        read="wei: link 3 price?\nmax: <script>alert(1)</script> 666",
        thought="want: price; skill: price and coupon\nwith: 3; tool: price",
        called=(
            Call("load_skill", {"name": "price-coupon"}, 'Say what it costs.\n- Open with "Hi fam!"'),
            Call("get_price", {"link": 3}, '{"link": 3, "price": "59 yuan"}', None if right else "timeout"),
        ),
        said="Hi fam! The price is 59 yuan. Tap the cart." if right else "Hi fam! It is free.",
        accuracy=int(right),
        effectiveness=1.0 if right else 0.0,
        reasons=() if right else ("the price 59 yuan is not stated", 'says "free"'),
        seconds=0.4,
    )
