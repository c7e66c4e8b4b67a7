"""A release: the pair of a model and the harness it was proved with. It is what a registry version stands for."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from hat.errors import HatError
from hat.harness.digest import digest
from hat.harness.load import load_harness
from hat.storage import digest_folder


@dataclass(frozen=True)
class Release:
    """A registered version. `model` and `harness` are the registry's own copies of the two folders.

    `commit` is the git commit of the harness, empty where it came from no repository. `rejected` says that the gate
    said no.
    """

    name: str
    version: int
    model: Path
    harness: Path
    model_digest: str
    harness_digest: str
    commit: str = ""
    rejected: bool = False

    def verify(self) -> None:
        """Raise HatError when the folders do not hold what was registered."""
        model_is_whole = self.model.is_dir() and digest_folder(self.model) == self.model_digest
        harness_is_whole = self.harness.is_dir() and digest(load_harness(self.harness)) == self.harness_digest
        for folder, whole in ((self.model, model_is_whole), (self.harness, harness_is_whole)):
            if not whole:
                raise HatError(
                    f"{folder}: does not hold what {self.name} version {self.version} was registered with. "
                    "Remove it and the `register` folder of the run, and run again"
                )
