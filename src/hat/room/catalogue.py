"""What is true in a live room: its products, each on a numbered link, and the orders of its viewers.

A room is drawn from its seed alone. Seeds fall into three ranges, one for each split, so no room, and no product
style, is in two splits.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Split = Literal["train", "dev", "test"]
SPLITS: tuple[Split, ...] = ("train", "dev", "test")
ROOMS_PER_SPLIT = 1_000_000

SIZES = ("S", "M", "L", "XL")
CITIES = ("Beijing", "Shanghai", "Chengdu", "Xian", "Wuhan", "Shenzhen", "Harbin", "Kunming", "Tianjin", "Nanjing")
ORIGINS = ("Hangzhou", "Suzhou", "Ningbo", "Foshan", "Wenzhou", "Quanzhou", "Shantou", "Dongguan")
ORDER_STATES = ("on the way", "packed", "delivered", "at the station", "out for delivery", "not paid yet")
GOODS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "clothes": (("shirt", "dress", "jacket", "sweater"), ("cotton", "linen", "wool", "silk")),
    "bedding": (("quilt", "pillow", "blanket"), ("cotton", "bamboo", "silk", "flannel")),
    "bags": (("bag", "backpack", "wallet"), ("leather", "canvas", "nylon")),
}
"""Category -> its product nouns and materials."""
MATERIALS = tuple(dict.fromkeys(material for _, materials in GOODS.values() for material in materials))
STYLES: Mapping[Split, tuple[str, ...]] = {
    "train": ("classic", "light", "winter", "city", "slim", "plain"),
    "dev": ("summer", "wide", "retro"),
    "test": ("travel", "spring", "loose"),
}


@dataclass(frozen=True)
class Product:
    """A product on a link. Money is in yuan; `stock` is by size, `shipping_days` by city."""

    link: int
    name: str
    category: str
    price: int
    coupon: int
    stock: Mapping[str, int]
    shipping_days: Mapping[str, int]
    returns_days: int
    warranty_months: int
    material: str
    origin: str


@dataclass(frozen=True)
class Room:
    """A live room. `orders` maps an order number to where that order is."""

    id: str
    products: tuple[Product, ...]
    orders: Mapping[int, str]

    def product(self, link: int) -> Product | None:
        """The product on a link, or None."""
        return next((p for p in self.products if p.link == link), None)


def split_of(seed: int) -> Split:
    """The split that a room seed belongs to. Raises ValueError outside `0..3 * ROOMS_PER_SPLIT - 1`."""
    if not 0 <= seed < len(SPLITS) * ROOMS_PER_SPLIT:
        raise ValueError(f"room seed {seed} is outside 0..{len(SPLITS) * ROOMS_PER_SPLIT - 1}")
    return SPLITS[seed // ROOMS_PER_SPLIT]


def make_room(seed: int) -> Room:
    """The room of a seed, named `room-<seed>`: 6 to 9 links and 4 orders."""
    rng = random.Random(f"room/{seed}")
    styles = STYLES[split_of(seed)]
    products = tuple(_product(link, styles, rng) for link in range(1, rng.randint(6, 9) + 1))
    numbers = rng.sample(range(1000, 10_000), 4)
    return Room(f"room-{seed}", products, {number: rng.choice(ORDER_STATES) for number in numbers})


def find_room(room_id: str) -> Room:
    """The room of a `room-<seed>` id. Raises KeyError for any other id."""
    prefix, _, seed = room_id.partition("-")
    if prefix != "room" or not seed.isdecimal():
        raise KeyError(f"no room {room_id!r}: a simulated room's id is room-<seed>")
    try:
        return make_room(int(seed))
    except ValueError as error:
        raise KeyError(f"no room {room_id!r}: seeds go to {len(SPLITS) * ROOMS_PER_SPLIT - 1}") from error


def _product(link: int, styles: tuple[str, ...], rng: random.Random) -> Product:
    category = rng.choice(tuple(GOODS))
    nouns, materials = GOODS[category]
    price = rng.randint(19, 399)
    return Product(
        link=link,
        name=f"{rng.choice(styles)} {rng.choice(nouns)}",
        category=category,
        price=price,
        coupon=rng.randint(2, min(50, price // 2)),
        stock={size: rng.randint(2, 99) for size in SIZES},
        shipping_days={city: rng.randint(2, 9) for city in CITIES},
        returns_days=rng.choice((7, 10, 14, 15, 30)),
        warranty_months=rng.choice((3, 6, 12, 18, 24)),
        material=rng.choice(materials),
        origin=rng.choice(ORIGINS),
    )
