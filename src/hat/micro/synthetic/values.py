"""Kinds of values that tools answer with, and how a tool result spells them."""

from __future__ import annotations

import random

from hat.micro.words import nonsense, phrase

NAMES = (
    "Oslo Lima Cairo Paris Delhi Quito Tunis Perth Milan Kyoto Lagos Turin "
    "Anna Boris Clara David Elena Frank Greta Hugo"
).split()
CITIES, PEOPLE = NAMES[:12], NAMES[12:]
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
COLORS = "red blue green white black grey brown yellow purple orange".split()
PLACES = (
    "north hall,south wing,main desk,upper floor,old tower,east gate,back yard,blue room,top shelf,west side"
).split(",")
STATES = "open,closed,ready,on hold,in use,almost done,not started,under repair,on its way,fully booked".split(",")
STUFF = "steel,oak,wool,glass,paper,copper,stone,linen,clay,rubber".split(",")

UNITS = {
    "days": "days", "hours": "hours", "minutes": "minutes", "meters": "meters", "kilos": "kilos", "points": "points",
    "degrees": "degrees", "percent": "percent", "pages": "pages", "seats": "seats", "crowns": "crowns",
    "months": "months", "left": "left", "off": "crowns off",
}  # fmt: skip
"""Kinds that are a number with a unit, and the unit."""

_POOLS = {"day": DAYS, "color": COLORS, "place": PLACES, "state": STATES, "stuff": STUFF, "name": NAMES}
KINDS = (*UNITS, "time", *_POOLS)
"""All kinds."""

SECOND_VALUES = {
    "day": DAYS, "color": COLORS, "size": ["S", "M", "L", "XL"], "city": CITIES, "level": ["low", "mid", "high"],
    "floor": ["1", "2", "3", "4"], "person": PEOPLE, "gauge": ["XS", "S", "M", "L", "XXL", "40", "42"],
}  # fmt: skip
"""Second parameters that a tool may take, and their values."""


def value(kind: str, rng: random.Random) -> str:
    """A value of that kind (one of `KINDS`)."""
    if kind in UNITS:
        return f"{rng.randint(2, 99)} {UNITS[kind]}"
    if kind == "time":
        return f"{rng.randint(6, 22)}:{rng.choice(['00', '15', '30', '45'])}"
    if kind == "name":
        return some_name(rng)
    return phrase(rng, 1, 2) if rng.random() < 0.3 else rng.choice(_POOLS[kind])


def second_value(kind: str, rng: random.Random) -> str:
    """A value for a second parameter of that kind (one of `SECOND_VALUES`)."""
    return some_name(rng) if kind in ("city", "person") else rng.choice(SECOND_VALUES[kind])


def some_name(rng: random.Random) -> str:
    """The name of a person or a place, often one that nobody has heard of."""
    return rng.choice(NAMES) if rng.random() < 0.5 else nonsense(rng).capitalize()
