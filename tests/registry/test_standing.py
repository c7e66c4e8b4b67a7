from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from hat import storage
from hat.cache import read_result, stage_folder
from hat.errors import HatError
from hat.registry import promote
from hat.registry.deployment import serving
from hat.registry.registry import Registry
from hat.registry.standing import stands
from hat.storage import write_json

Work = Callable[[Path], Mapping[str, Any]]

NAME = "hat-live-commerce"
HARNESS = Path(__file__).parents[2] / "harness_repo"


class Releases:
    """Two versions that take turns, as when a harness changes and changes back: the canary always says promote."""

    def __init__(self, registry: Registry, folder: Path) -> None:
        self.registry, self.store = registry, registry.folder.parent
        self.compared: list[tuple[int, int | None]] = []
        for version in (1, 2):
            model = folder / str(version)
            model.mkdir()
            (model / "config.json").write_text(str(version))
            registry.register(NAME, model, HARNESS, None, {"gate": "passed"})
            write_json(folder / f"register-{version}" / "registration.json", {"name": NAME, "version": version})
        self.folder = folder

    def run(self, version: int) -> None:
        registration = self.folder / f"register-{version}"

        def compare(out: Path) -> dict[str, object]:
            champion = serving(self.registry, NAME)
            self.compared.append((version, champion))
            decision = {"name": NAME, "version": version, "champion": champion, "verdict": "promote", "reasons": []}
            write_json(out / "decision.json", decision)
            return decision

        ab = self._stage("ab", {"register": registration}, compare)
        self._stage(
            "promote",
            {"register": registration, "ab": ab},
            lambda out: promote.run(promote.PromoteSettings(), {"register": registration, "ab": ab}, out),
        )

    def _stage(self, stage: str, inputs: dict[str, Path], work: Work) -> Path:
        folder = stage_folder(stage, {}, inputs, "code", self.store, work, stands=partial(stands, stage))
        assert stands(stage, folder)
        assert read_result(folder)
        return folder


def test_a_release_that_comes_back_is_compared_with_the_champion_and_serves(
    empty_registry: Registry, tmp_path: Path
) -> None:
    releases = Releases(empty_registry, tmp_path)
    for version in (1, 1, 2, 2, 1, 1, 2):
        releases.run(version)
        assert serving(empty_registry, NAME) == version
    assert releases.compared == [(1, None), (2, 1), (1, 2)]


def test_a_manual_move_of_the_champion_is_not_hidden_by_the_cache(empty_registry: Registry, tmp_path: Path) -> None:
    releases = Releases(empty_registry, tmp_path)
    releases.run(1)
    releases.run(2)
    promote.promote(empty_registry, NAME, 1)
    releases.run(2)
    assert serving(empty_registry, NAME) == 2


def test_a_registration_stands_while_the_registry_is_there(empty_registry: Registry) -> None:
    folder = empty_registry.folder.parent / "register" / "0"
    assert stands("register", folder)
    empty_registry.file.unlink()
    assert not stands("register", folder)


@pytest.mark.parametrize("junk", [b"junk", b"SQLite format 3\0" + bytes(5000)])
def test_a_damaged_registry_is_named_with_the_remedy(empty_registry: Registry, junk: bytes) -> None:
    empty_registry.file.write_bytes(junk)
    with pytest.raises(HatError, match=f"{empty_registry.file}: .* is damaged .* remove the folder"):
        empty_registry.holder(NAME, "champion")


@pytest.mark.parametrize("junk", ["", "[]", "{}", '{"version": "x"}', "[" * 5000])
def test_a_damaged_record_of_what_serves_is_named(empty_registry: Registry, junk: str) -> None:
    file = empty_registry.folder / "deployments" / f"{NAME}.json"
    storage.write_text(file, junk)
    with pytest.raises(HatError, match=f"{file}: cannot be read .*Remove it and run again"):
        serving(empty_registry, NAME)
