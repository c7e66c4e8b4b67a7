from pathlib import Path

import pytest

import hat.sources
from hat.sources import code_digest


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in {
        "__init__.py": "",
        "stage.py": "from hat.part import one\n",
        "part/__init__.py": "",
        "part/one.py": "def f():\n    from hat.part import two\n",
        "part/two.py": "import json\n",
        "part/data/words.txt": "words",
        "other.py": "",
        "profiles/micro.yaml": "",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(hat.sources, "ROOT", tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", ["stage.py", "part/one.py", "part/two.py", "part/data/words.txt"])
def test_a_change_in_what_is_reached_counts(package: Path, name: str) -> None:
    before = code_digest.__wrapped__(package / "stage.py")
    with (package / name).open("a") as file:
        file.write("\n# changed\n")
    assert code_digest.__wrapped__(package / "stage.py") != before


@pytest.mark.parametrize("name", ["other.py", "profiles/micro.yaml"])
def test_a_change_elsewhere_does_not(package: Path, name: str) -> None:
    before = code_digest.__wrapped__(package / "stage.py")
    (package / name).write_text("# changed\n")
    assert code_digest.__wrapped__(package / "stage.py") == before
