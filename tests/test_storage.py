from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hat import storage

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(st.text(), json_values, max_size=6))
def test_digest_ignores_the_order_of_keys(value: dict[str, object]) -> None:
    assert storage.digest_json(value) == storage.digest_json(dict(reversed(value.items())))


def test_nan_has_no_digest() -> None:
    with pytest.raises(ValueError, match="JSON compliant"):
        storage.digest_json(float("nan"))


def test_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    storage.write_text(path, "old")
    with pytest.raises(TypeError):
        storage.write_json(path, object())
    with pytest.raises(TypeError):
        storage.write_bytes(path, "text is no bytes")  # type: ignore[arg-type]
    assert path.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["a.json"]


def test_folder_appears_whole_or_not_at_all(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), storage.write_folder(tmp_path / "model") as folder:
        (folder / "weights").write_bytes(bytes([1 // 0]))
    assert not list(tmp_path.iterdir())
    with storage.write_folder(tmp_path / "model") as folder:
        (folder / "weights").write_bytes(b"1")
        assert not (tmp_path / "model").exists()
    assert [p.name for p in tmp_path.iterdir()] == ["model"]


def test_folder_digest_is_names_and_bytes(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name / "x").mkdir(parents=True)
        (tmp_path / name / "x" / "1.txt").write_text("one")
    (tmp_path / "b" / "__pycache__").mkdir()
    (tmp_path / "b" / "__pycache__" / "1.pyc").write_text("ignored")
    assert storage.digest_folder(tmp_path / "a") == storage.digest_folder(tmp_path / "b")
    (tmp_path / "b" / "x" / "1.txt").rename(tmp_path / "b" / "x" / "2.txt")
    assert storage.digest_folder(tmp_path / "a") != storage.digest_folder(tmp_path / "b")
