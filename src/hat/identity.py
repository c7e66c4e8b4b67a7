"""What a stage's result follows from: two runs of a stage with the same identity give the same folder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from hat.storage import digest_json


@dataclass(frozen=True)
class Identity:
    """`config` is all that changes what the stage does, `inputs` and `code` are digests."""

    stage: str
    config: Mapping[str, Any]
    inputs: Mapping[str, str]
    code: str

    @property
    def key(self) -> str:
        """The name of the stage's folder."""
        return digest_json(asdict(self)).removeprefix("sha256:")[:16]

    def changes(self, earlier: Identity) -> str:
        """What is different from an earlier run of the stage, in words."""
        said = [f"{name} is {new!r}, was {old!r}" for name, new, old in _different(self.config, earlier.config)]
        said += [f"the input `{name}` changed" for name, _, _ in _different(self.inputs, earlier.inputs)]
        said += ["the code changed"] if self.code != earlier.code else []
        return "; ".join(said)


def _different(new: Mapping[str, Any], old: Mapping[str, Any]) -> list[tuple[str, Any, Any]]:
    """Name, new and old value of what is not the same; None stands for an absent value."""
    pairs = ((name, new.get(name), old.get(name)) for name in {**old, **new})
    return [(name, after, before) for name, after, before in pairs if after != before]
