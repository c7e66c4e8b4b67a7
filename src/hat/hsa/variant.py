"""A variant: a harness state made by augmentation, with the names it has for everything of the original."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hat.errors import BadInput, Fault
from hat.harness.digest import digest
from hat.harness.load import load_harness
from hat.harness.renaming.mapping import NameMapping
from hat.harness.save import save_harness
from hat.harness.state import HarnessState
from hat.storage import write_folder, write_json

RECORD = "variant.json"
HARNESS = "harness"


@dataclass(frozen=True)
class Variant:
    """`applied` are the transform families that changed something, in order."""

    state: HarnessState
    mapping: NameMapping
    dimensions: tuple[str, ...]
    seed: int
    applied: tuple[str, ...]

    def back_to(self, original: HarnessState) -> Variant:
        """The original as a variant of this one: what was recorded under this one can be remapped to it."""
        return replace(self, state=original, mapping=self.mapping.inverse())


def save_variant(variant: Variant, folder: Path) -> None:
    """Write the variant as a folder: its harness, to be read like any other, and `variant.json`."""
    with write_folder(folder) as draft:
        save_harness(variant.state, draft / HARNESS)
        write_json(
            draft / RECORD,
            {
                "digest": digest(variant.state),
                "seed": variant.seed,
                "dimensions": list(variant.dimensions),
                "applied": list(variant.applied),
                "mapping": variant.mapping.to_json(),
            },
        )


def load_variant(folder: Path) -> Variant:
    """Read what `save_variant` wrote. Raises BadInput when the harness is not the one that was saved."""
    record: Mapping[str, Any] = json.loads((folder / RECORD).read_text(encoding="utf-8"))
    state = load_harness(folder / HARNESS)
    if digest(state) != record["digest"]:
        remedy = "Restore the folder, or make the variant again"
        raise BadInput(Fault(str(folder / HARNESS), "not the harness that was saved with this variant", remedy))
    return Variant(
        state=state,
        mapping=NameMapping.from_json(record["mapping"]),
        dimensions=tuple(record["dimensions"]),
        seed=record["seed"],
        applied=tuple(record["applied"]),
    )
