"""The registry on disk: an MLflow store in SQLite, the kept releases beside it, and one lock for whoever changes it."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from filelock import FileLock

from hat.errors import BadInput, Fault, HatError
from hat.harness.digest import digest
from hat.harness.load import load_harness
from hat.registry.release import Release
from hat.registry.shelf import keep
from hat.storage import digest_folder

if TYPE_CHECKING:
    from mlflow import MlflowClient

Alias = Literal["candidate", "champion", "previous"]

LOCK_SECONDS = 120


class Registry:
    """The registry in a folder, made if there is none. MLflow is loaded on first use.

    A registered model is named `hat-<harness name>`. Aliases say which version is what.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def beside(cls, out: Path) -> Registry:
        """The registry that a run's stages share: `<store>/mlflow`, for the stage folder `<store>/<stage>/<key>`."""
        return cls(out.absolute().parents[1] / "mlflow")

    @property
    def file(self) -> Path:
        """MLflow's database."""
        return self.folder / "mlflow.db"

    @property
    def uri(self) -> str:
        """MLflow's tracking and registry URI."""
        return f"sqlite:///{self.file}"

    @cached_property
    def client(self) -> MlflowClient:
        """MLflow's client on this store. Raises HatError when the store's file is damaged."""
        from mlflow import MlflowClient

        for noisy in ("alembic", "mlflow"):
            logging.getLogger(noisy).setLevel(logging.WARNING)
        self.folder.mkdir(parents=True, exist_ok=True)
        self._check()
        return MlflowClient(self.uri, self.uri)

    def _check(self) -> None:
        try:
            with closing(sqlite3.connect(self.file, timeout=LOCK_SECONDS)) as database:
                said = database.execute("PRAGMA quick_check(1)").fetchone()[0]
        except sqlite3.DatabaseError as error:
            said = str(error)
        if said != "ok":
            remedy = f"Put a copy of it back, or remove the folder {self.folder} and run again"
            raise HatError(f"{self.file}: MLflow's store is damaged ({said}). {remedy}")

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """One process at a time changes the registry; others wait. A killed holder leaves no lock behind."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with FileLock(self.folder / ".lock", timeout=LOCK_SECONDS):
            yield

    def register(self, name: str, model: Path, harness: Path, run_id: str | None, tags: Mapping[str, str]) -> Release:
        """The version of this model with this harness, made unless there is one. `tags` are set either way."""
        model, harness = keep(model, self.folder / "models"), keep(harness, self.folder / "harnesses")
        identity = {"model_digest": digest_folder(model), "harness_digest": digest(load_harness(harness))}
        known = [release for release in self.releases(name) if identity.items() <= vars(release).items()]
        version = known[0].version if known else self._create(name, model, harness, run_id, identity)
        for key, value in tags.items():
            self.client.set_model_version_tag(name, str(version), key, value)
        return self.release(name, version)

    def _create(self, name: str, model: Path, harness: Path, run_id: str | None, identity: Mapping[str, str]) -> int:
        if not self.client.search_registered_models(f"name = '{name}'"):
            self.client.create_registered_model(name)
        tags = {**identity, "harness": str(harness)}
        return int(self.client.create_model_version(name, str(model), run_id, tags=tags).version)

    def releases(self, name: str) -> list[Release]:
        """All versions, oldest first."""
        versions = self.client.search_model_versions(f"name = '{name}'")
        return sorted((_release(version) for version in versions), key=lambda release: release.version)

    def release(self, name: str, version: int) -> Release:
        """One version. Raises BadInput when there is none."""
        found = [release for release in self.releases(name) if release.version == version]
        if not found:
            have = ", ".join(str(release.version) for release in self.releases(name)) or "none"
            raise BadInput(Fault(f"{name} version {version}", "is not registered", f"Registered versions: {have}"))
        return found[0]

    def holder(self, name: str, alias: Alias) -> Release | None:
        """The version that has the alias."""
        models = self.client.search_registered_models(f"name = '{name}'")
        version = models[0].aliases.get(alias) if models else None
        return self.release(name, int(version)) if version else None

    def set_alias(self, name: str, alias: Alias, version: int) -> None:
        """Give the alias to a version, whoever had it."""
        self.client.set_registered_model_alias(name, alias, str(version))

    def drop_alias(self, name: str, alias: Alias) -> None:
        """Take the alias from whoever has it."""
        self.client.delete_registered_model_alias(name, alias)


def _release(version: Any) -> Release:
    tags = version.tags
    return Release(
        name=version.name,
        version=int(version.version),
        model=Path(version.source),
        harness=Path(tags["harness"]),
        model_digest=tags["model_digest"],
        harness_digest=tags["harness_digest"],
        commit=tags.get("commit", ""),
        rejected=tags.get("gate") == "rejected",
    )
