import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hat.canary import ab
from hat.canary.ab import AbSettings
from hat.harness.load import load_harness
from hat.harness.save import save_harness
from hat.harness.state import Limit
from hat.micro.load import base_path
from hat.registry.registry import Registry
from hat.storage import write_json

HARNESS = Path(__file__).parents[2] / "harness_repo"
FEW = AbSettings(smoke=3, ramp=2, measurement=4, batch=4, minimum_viewers=2)


@pytest.fixture(scope="module")
def registry(tmp_path_factory: pytest.TempPathFactory) -> Registry:
    return Registry(tmp_path_factory.mktemp("store") / "mlflow")


@pytest.fixture
def harness(tmp_path: Path) -> Path:
    """The default harness with few turns, since the base may not know when to stop."""
    folder = tmp_path / "harness"
    save_harness(replace(state := load_harness(HARNESS), limits={**state.limits, "max_turns": Limit(3, 3, 12)}), folder)
    return folder


def compare(registry: Registry, harness: Path, name: str, gate: str = "passed", champion: bool = False) -> Any:
    """Run the stage on the base as the only version of `name`; what it wrote."""
    store = registry.folder.parent
    release = registry.register(name, base_path(), harness, None, {"gate": gate})
    if champion:
        registry.set_alias(name, "champion", release.version)
    write_json(store / "register" / name / "registration.json", {"name": name, "version": release.version})
    out = store / "ab" / name
    out.mkdir(parents=True)
    result = ab.run(FEW, {"register": store / "register" / name, "base": base_path()}, out)
    decision = json.loads((out / "decision.json").read_text())
    assert result.items() <= decision.items()
    assert (result["name"], result["version"]) == (name, release.version)
    return decision


def test_a_rejected_version_is_not_served(registry: Registry, harness: Path) -> None:
    assert compare(registry, harness, "hat-a", gate="rejected")["verdict"] == "rejected"


def test_the_champion_is_not_compared_with_itself(registry: Registry, harness: Path) -> None:
    decision = compare(registry, harness, "hat-b", champion=True)
    assert (decision["verdict"], decision["reasons"]) == ("promote", ["version 1 is the champion already"])


def test_three_real_services_are_compared_and_stopped(registry: Registry, harness: Path) -> None:
    decision = compare(registry, harness, "hat-c")
    assert decision["verdict"] == "abort"
    assert set(decision["experiment"]["arms"]) == {"candidate", "champion", "control"}
    smoke = decision["statistics"]["smoke"]
    assert sum(arm["viewers"] for arm in smoke.values()) == 3
    assert sum(arm["requests"] for arm in smoke.values()) == 3
    commands = [path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline") if path.exists()]
    assert not any(str(registry.folder).encode() in command for command in commands)
