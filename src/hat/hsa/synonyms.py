"""Words that mean nearly the same, for new names and new titles."""

from __future__ import annotations

GROUPS: tuple[tuple[str, ...], ...] = (
    ("get", "fetch", "read", "find", "query", "lookup"),
    ("check", "verify", "inspect", "probe", "confirm"),
    ("price", "cost", "rate", "amount"),
    ("coupon", "voucher", "discount", "rebate"),
    ("stock", "inventory", "supply", "units"),
    ("shipping", "freight", "dispatch", "transit"),
    ("delivery", "shipment", "parcel", "transport"),
    ("arrival", "landing", "delivery"),
    ("sales", "sale", "purchase"),
    ("service", "support", "care"),
    ("product", "item", "goods", "article"),
    ("order", "purchase", "booking"),
    ("orders", "purchases", "bookings"),
    ("status", "state", "progress"),
    ("details", "specs", "particulars"),
    ("facts", "details", "specs", "traits"),
    ("several", "many", "mixed", "multiple"),
    ("questions", "asks", "queries"),
    ("small", "light", "casual"),
    ("talk", "chat", "words"),
    ("unknown", "open", "missing", "unsure"),
    ("answers", "replies", "responses"),
    ("honest", "true", "fair", "frank"),
    ("claims", "statements", "words"),
    ("gentle", "soft", "mild", "kind"),
    ("nudge", "push", "hint", "prompt"),
    ("link", "slot", "listing", "offer", "pin"),
    ("size", "fit", "measure"),
    ("city", "town", "place", "destination"),
    ("id", "number", "code", "ref"),
    ("time", "date", "moment"),
    ("after", "post"),
    ("and", "plus", "with"),
)
"""Within a group any word can stand for any other in a name of two or three words."""

SYNONYMS: dict[str, tuple[str, ...]] = {}
"""Each word with all that can stand for it, itself left out."""
for _group in GROUPS:
    for _word in _group:
        SYNONYMS[_word] = (*SYNONYMS.get(_word, ()), *(other for other in _group if other != _word))
