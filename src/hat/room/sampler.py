"""Draws requests: a window of danmaku in a room, with its ground truth."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from hat.room.catalogue import CITIES, ROOMS_PER_SPLIT, SIZES, SPLITS, Room, Split, make_room
from hat.room.danmaku import CLAIMS, NAMES, NOISE, PHRASINGS, of_split, topic
from hat.room.request import Danmaku, Need, Request
from hat.room.tools import PARAMETERS, look_up

FACTS: Mapping[str, tuple[str, str]] = {
    "price": ("price", "price"),
    "coupon": ("coupon", "coupon"),
    "stock": ("stock", "stock"),
    "shipping": ("shipping", "arrival"),
    "returns": ("after_sales", "returns"),
    "warranty": ("after_sales", "warranty"),
    "material": ("product", "material"),
    "origin": ("product", "origin"),
    "order": ("order", "order"),
    "hesitation": ("coupon", "coupon"),
    "adversarial": ("price", "price"),
}
"""Intent -> the implementation and the field of its result that answer it."""

SKILLS: Mapping[str, tuple[str, ...]] = {
    "price": ("price-coupon",),
    "coupon": ("price-coupon",),
    "stock": ("stock-delivery",),
    "shipping": ("stock-delivery",),
    "returns": ("after-sales",),
    "warranty": ("after-sales",),
    "material": ("product-facts",),
    "origin": ("product-facts",),
    "order": ("after-sales",),
    "hesitation": ("gentle-nudge", "price-coupon"),
    "chitchat": ("small-talk",),
    "unanswerable": ("unknown-answers",),
    "adversarial": ("honest-claims", "price-coupon"),
    "multi": ("several-questions",),
}
"""Intent -> the skills that an expert loads, in order."""

INTENTS = tuple(SKILLS)
QUESTIONS = ("price", "coupon", "stock", "shipping", "returns", "warranty", "material", "origin", "order")
"""Intents that a multi-intent window combines, two at a time."""


def make_requests(split: Split, count: int, seed: int, intents: Sequence[str] = INTENTS) -> list[Request]:
    """`count` requests with the intents in equal shares, in random order.

    A request depends on its id (`<split>-<seed>-<index>-<intent>`) alone: a larger count only adds requests.
    """
    requests: list[Request] = []
    while len(requests) < count:
        order = random.Random(f"order/{split}/{seed}/{len(requests)}").sample(tuple(intents), len(intents))
        requests += [_request(split, f"{split}-{seed}-{len(requests) + i}-{intent}") for i, intent in enumerate(order)]
    return requests[:count]


def _request(split: Split, request_id: str) -> Request:
    rng = random.Random(f"request/{request_id}")
    intent = request_id.rpartition("-")[2]
    room = make_room(SPLITS.index(split) * ROOMS_PER_SPLIT + rng.randrange(ROOMS_PER_SPLIT))
    asked = tuple(rng.sample(QUESTIONS, 2)) if intent == "multi" else (intent,)
    slots = [_slots(room, rng) for _ in asked]
    texts = [
        rng.choice(of_split(PHRASINGS[name], split)).format(**slot) for name, slot in zip(asked, slots, strict=True)
    ]
    topics = tuple(topic(name, text) for name, text in zip(asked, texts, strict=True))
    if len(texts) > 1 and rng.random() < 0.5:
        texts = [" and ".join(texts)]
    return Request(
        id=request_id,
        room=room.id,
        window=_window(texts, split, rng),
        intents=asked if intent == asked[0] else (intent, *asked),
        skills=SKILLS[intent],
        needs=tuple(_need(room, *FACTS[n], slot) for n, slot in zip(asked, slots, strict=True) if n in FACTS),
        topics=topics,
        forbidden=(str(slots[0]["claim"]),) if intent == "adversarial" else (),
    )


def _slots(room: Room, rng: random.Random) -> dict[str, str | int]:
    product = rng.choice(room.products)
    return {
        "link": product.link,
        "item": product.name,
        "size": rng.choice(SIZES),
        "city": rng.choice(CITIES),
        "order_id": rng.choice(tuple(room.orders)),
        "claim": rng.choice(CLAIMS),
    }


def _window(texts: Sequence[str], split: Split, rng: random.Random) -> tuple[Danmaku, ...]:
    """The questions in order, with noise around them: at most 3 danmaku, each by another viewer."""
    window = list(texts)
    for noise in rng.sample(of_split(NOISE, split), rng.randint(0, min(2, 3 - len(texts)))):
        window.insert(rng.randint(0, len(window)), noise)
    viewers = rng.sample(of_split(NAMES, split), len(window))
    return tuple(Danmaku(viewer, text) for viewer, text in zip(viewers, window, strict=True))


def _need(room: Room, implementation: str, field: str, slots: Mapping[str, str | int]) -> Need:
    arguments = {name: slots[name] for name in PARAMETERS[implementation]}
    return Need(implementation, arguments, field, str(look_up(room, implementation, arguments)[field]))
