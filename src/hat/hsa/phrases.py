"""Phrases that a new version of a rule may quote, by the rule's kind."""

from __future__ import annotations

import random

PARTS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "open": (
        ("Hey", "Hello", "Welcome", "Good evening", "Dear", "Cheers", "Big hugs", "Hi again", "Look here", "Thank you"),
        (
            "everyone!",
            "my dears!",
            "shop fans!",
            "night owls!",
            "good people!",
            "all of you!",
            "sweet crowd!",
            "folks!",
        ),
    ),
    "close": (
        ("Tap", "Press", "Follow", "Share", "Save", "Like", "Visit", "Watch", "Try", "Enjoy"),
        ("the heart.", "this room.", "our page.", "the show.", "the bell.", "our shelf.", "the star.", "what you see."),
    ),
    "mention": (
        ("checked", "shown", "picked", "listed", "packed", "told", "made", "chosen", "kept", "brought"),
        (
            "with care",
            "in plain sight",
            "by our team",
            "step by step",
            "for you",
            "with a smile",
            "on screen",
            "with love",
        ),
    ),
}
"""First and second halves that go together in any pair; none states a price, a number or a promise."""

BANNED: tuple[str, ...] = (
    "risk free",
    "doctor approved",
    "best in the world",
    "never breaks",
    "limited offer",
    "sold out everywhere",
    "top secret",
    "miracle",
)
"""What a compliance team may add to the phrases that a guard looks for."""


def new_phrase(kind: str, random_: random.Random) -> str:
    """A phrase for a rule of that kind, one of `PARTS`."""
    first, second = PARTS[kind]
    return f"{random_.choice(first)} {random_.choice(second)}"
