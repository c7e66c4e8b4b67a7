from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from hat.errors import BadInput, HatError
from hat.registry.deployment import serving
from hat.registry.promotion import promote, roll_back, withdraw
from hat.registry.registry import Registry

NAME = "hat-live-commerce"
HARNESS = Path(__file__).parents[2] / "harness_repo"


def add_version(registry: Registry, folder: Path, text: str, gate: str = "passed") -> int:
    model = folder / text
    model.mkdir(parents=True)
    (model / "config.json").write_text(text)
    return registry.register(NAME, model, HARNESS, None, {"gate": gate}).version


@pytest.fixture
def registry(empty_registry: Registry, tmp_path: Path) -> Registry:
    assert [add_version(empty_registry, tmp_path, text) for text in ("one", "two", "three")] == [1, 2, 3]
    return empty_registry


def aliases(registry: Registry) -> dict[str, int | None]:
    holders = {alias: registry.holder(NAME, alias) for alias in ("candidate", "champion", "previous")}
    return {alias: release.version for alias, release in holders.items() if release}


def test_promotion_and_rollback_move_aliases_and_what_serves(registry: Registry) -> None:
    registry.set_alias(NAME, "candidate", 1)
    promote(registry, NAME, 1)
    assert (aliases(registry), serving(registry, NAME)) == ({"champion": 1}, 1)
    for _ in range(2):
        promote(registry, NAME, 2)
        assert (aliases(registry), serving(registry, NAME)) == ({"champion": 2, "previous": 1}, 2)
    registry.set_alias(NAME, "candidate", 3)
    for _ in range(2):
        withdraw(registry, NAME, 3)
        assert (aliases(registry), serving(registry, NAME)) == ({"champion": 2, "previous": 1}, 2)
    assert roll_back(registry, NAME).version == 1
    assert (aliases(registry), serving(registry, NAME)) == ({"champion": 1}, 1)
    with pytest.raises(BadInput, match="no previous version"):
        roll_back(registry, NAME)


@pytest.mark.parametrize("moves", range(3))
def test_a_kill_between_moves_leaves_a_champion_and_can_be_repeated(
    registry: Registry, moves: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    promote(registry, NAME, 1)
    registry.set_alias(NAME, "candidate", 2)
    left = iter(range(moves))

    def killed(move):
        def step(*arguments: object) -> None:
            if next(left, None) is None:
                raise KeyboardInterrupt
            move(registry, *arguments)

        return step

    with monkeypatch.context() as patch:
        patch.setattr(registry, "set_alias", killed(Registry.set_alias))
        patch.setattr(registry, "drop_alias", killed(Registry.drop_alias))
        with pytest.raises(KeyboardInterrupt):
            promote(registry, NAME, 2)
    assert aliases(registry)["champion"] == (2 if moves == 2 else 1)
    promote(registry, NAME, 2)
    assert (aliases(registry), serving(registry, NAME)) == ({"champion": 2, "previous": 1}, 2)


def test_what_must_not_serve_is_refused(registry: Registry, tmp_path: Path) -> None:
    rejected = add_version(registry, tmp_path, "bad", gate="rejected")
    with pytest.raises(BadInput, match="rejected by the gate"):
        promote(registry, NAME, rejected)
    with pytest.raises(BadInput, match="Registered versions: 1, 2, 3, 4"):
        promote(registry, NAME, 9)
    kept = registry.release(NAME, 1).model / "config.json"
    kept.unlink()
    kept.write_text("changed")
    with pytest.raises(HatError, match="version 1 was registered with"):
        promote(registry, NAME, 1)
    assert (aliases(registry), serving(registry, NAME)) == ({}, None)


def test_concurrent_promotions_take_turns(registry: Registry) -> None:
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(lambda version: promote(Registry(registry.folder), NAME, version), (1, 2, 3)))
    after = aliases(registry)
    assert after["champion"] == serving(registry, NAME)
    assert after["champion"] != after["previous"]


def test_versions_keep_their_files_without_copies(registry: Registry, tmp_path: Path) -> None:
    source, kept = tmp_path / "one" / "config.json", registry.release(NAME, 1).model / "config.json"
    assert source.samefile(kept)
    source.unlink()
    assert kept.read_text() == "one"
    source.write_text("one")
    assert registry.register(NAME, tmp_path / "one", HARNESS, None, {}).version == 1
