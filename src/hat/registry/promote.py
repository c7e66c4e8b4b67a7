"""Stage: the canary's decision is carried out: the candidate becomes the champion, or leaves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hat.registry.promotion import promote, withdraw
from hat.registry.register import FILE as REGISTRATION
from hat.registry.registry import Registry
from hat.settings import Settings
from hat.storage import write_json

FILE = "promotion.json"


class PromoteSettings(Settings):
    """A promotion has no settings."""


def run(config: PromoteSettings, inputs: dict[str, Path], out: Path) -> dict[str, Any]:
    """Carry out `inputs["ab"]/decision.json` for `inputs["register"]`; write `out/promotion.json` and return it.

    `outcome` is `promoted`, `rolled back` (the canary did not decide to promote) or `rejected` (the gate's word);
    `champion` is the version that serves now, None before the first promotion.
    """
    registry = Registry.beside(out)
    decision = json.loads((inputs["ab"] / "decision.json").read_text(encoding="utf-8"))
    registration = json.loads((inputs["register"] / REGISTRATION).read_text(encoding="utf-8"))
    name, version = registration["name"], registration["version"]
    if decision["verdict"] == "promote":
        outcome = "promoted"
        promote(registry, name, version)
    else:
        outcome = "rejected" if decision["verdict"] == "rejected" else "rolled back"
        withdraw(registry, name, version)
    champion = registry.holder(name, "champion")
    registry.client.set_model_version_tag(name, str(version), "canary", outcome)
    record = {
        "name": name,
        "version": version,
        "outcome": outcome,
        "reasons": decision["reasons"],
        "champion": champion.version if champion else None,
    }
    print(f"{name}: version {version} {outcome}; champion is {record['champion'] or 'none'}", flush=True)
    write_json(out / FILE, record)
    return record
