"""Changes of one prompt block and of numbers that may vary."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from hat.harness.compare.change import Change, changed, entries
from hat.harness.compare.wording import wording_risk
from hat.harness.state import Limit, PromptBlock


def compare_blocks(name: str, before: PromptBlock, after: PromptBlock) -> Iterator[Change]:
    """Changes from one state of a block to another."""
    risk = wording_risk(before.text, after.text)
    yield from changed("block", name, "text", before.text, after.text, risk)
    yield from changed("block", name, "movable", before.movable, after.movable, "surface")
    yield from compare_numbers("value", before.values, after.values, f"{name}: ")
    yield from changed("block", name, "front matter", before.extra, after.extra, "surface")


def compare_numbers(
    subject: Literal["limit", "value"], before: Mapping[str, Limit], after: Mapping[str, Limit], prefix: str = ""
) -> Iterator[Change]:
    """Numbers added, removed and changed. A range alone changes nothing that the agent does: it is of surface risk."""

    def compare(name: str, old: Limit, new: Limit) -> Iterator[Change]:
        yield from changed(subject, name, "value", old.value, new.value, "semantic")
        if (old.low, old.high) != (new.low, new.high):
            yield from changed(subject, name, "range", f"{old.low}..{old.high}", f"{new.low}..{new.high}", "surface")

    yield from entries(subject, dict(sorted(before.items())), dict(sorted(after.items())), compare, prefix)
