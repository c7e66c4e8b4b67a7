import shutil
from pathlib import Path

import pytest

from hat.registry.registry import Registry


@pytest.fixture(scope="session")
def empty_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with MLflow's tables, which take seconds to make."""
    registry = Registry(tmp_path_factory.mktemp("empty"))
    registry.client.search_registered_models()
    return registry.folder / "mlflow.db"


@pytest.fixture
def empty_registry(tmp_path: Path, empty_store: Path) -> Registry:
    folder = tmp_path / "store" / "mlflow"
    folder.mkdir(parents=True)
    shutil.copy(empty_store, folder)
    return Registry(folder)
