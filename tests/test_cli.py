import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

HARNESS = Path(__file__).parents[1] / "harness_repo"
HAT = Path(sys.executable).with_name("hat")


def hat(*arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run([HAT, *arguments], capture_output=True, text=True, timeout=60, cwd=cwd)


@pytest.mark.parametrize("command", [[], ["run"], ["pipeline", "compile"], ["ui"], ["harness", "check"], ["eval"]])
def test_help_has_what_a_person_needs(command: list[str]) -> None:
    done = hat(*command, "--help")
    assert done.returncode == 0
    assert not command or "Example: " in done.stdout


def test_help_loads_nothing_heavy() -> None:
    listed = "import sys, hat.cli; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", listed], capture_output=True, text=True, check=True)
    assert not {"torch", "transformers", "kfp", "mlflow", "numpy"} & set(done.stdout.split())


def test_version() -> None:
    assert re.fullmatch(r"hat \d+\.\d+\.\d+\n", hat("--version").stdout)


def test_bad_input_is_a_message_and_exit_code_2(tmp_path: Path) -> None:
    done = hat("run", "--profile", "mikro", "--out", str(tmp_path / "run"))
    assert done.returncode == 2
    assert done.stderr.startswith("hat: mikro: there is no such profile.")
    assert not (tmp_path / "run").exists()


def test_a_folder_that_cannot_be_written_is_named_without_a_traceback(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for command in (["hsa", "sample", "--n", "1"], ["micro", "build"], ["pipeline", "compile"]):
        done = hat(*command, "--out", str(tmp_path / "file" / "out"))
        assert done.returncode != 0
        assert done.stderr.startswith("hat: "), done.stderr
        assert str(tmp_path / "file") in done.stderr
        assert "Traceback" not in done.stderr


def test_a_broken_harness_stops_a_run_at_its_first_stage(tmp_path: Path) -> None:
    (tmp_path / "harness").mkdir()
    (tmp_path / "harness" / "harness.yaml").write_text("name: [broken")
    done = hat("run", "--out", str(tmp_path / "run"), "--harness", str(tmp_path / "harness"))
    assert done.returncode == 2
    assert "harness.yaml:1" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_pipeline_compiles_for_a_cluster(tmp_path: Path) -> None:
    done = hat("pipeline", "compile", "--out", "training.yaml", "--image", "registry.example/hat:1", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    spec = yaml.safe_load((tmp_path / "training.yaml").read_text())
    executors = spec["deploymentSpec"]["executors"].values()
    assert {executor["container"]["image"] for executor in executors} == {"registry.example/hat:1"}
    passed = spec["components"]["comp-condition-1"]["dag"]["tasks"]
    assert set(passed) == {"ab", "promote"}


def test_ui_needs_a_store_and_a_free_port(tmp_path: Path) -> None:
    done = hat("ui", "--out", str(tmp_path))
    assert done.returncode == 2
    assert "there is no MLflow store" in done.stderr
    (tmp_path / "mlflow").mkdir()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = hat("ui", "--out", str(tmp_path), "--port", str(taken.getsockname()[1]))
    assert done.returncode == 2
    assert "Address already in use" in done.stderr


@pytest.mark.parametrize("port", ["99999", "0", "-1", "text"])
def test_a_port_that_is_none_is_bad_input(tmp_path: Path, port: str) -> None:
    done = hat("ui", "--out", str(tmp_path), "--port", port)
    assert done.returncode == 2
    assert "Invalid value for '--port'" in done.stderr


@pytest.mark.parametrize("out", ["100%", "a?b", "a#b", b"\xff"])
def test_a_folder_that_no_address_can_name_is_refused(tmp_path: Path, out: str | bytes) -> None:
    done = hat("run", "--out", os.fsdecode(out), cwd=tmp_path)
    assert done.returncode == 2
    assert re.match("hat: .*(MLflow|is no UTF-8)", done.stderr)
    assert not list(tmp_path.iterdir())


def test_names_that_are_no_text_are_printed(tmp_path: Path) -> None:
    done = hat("pipeline", "compile", "--out", os.fsdecode(b"\xff.yaml"), cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "\\udcff.yaml\n")


def test_the_present_folder_and_links_are_written(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "link").symlink_to("linked")
    for out, cwd in ((".", tmp_path / "empty"), ("link", tmp_path)):
        inode = cwd.stat().st_ino
        done = hat("hsa", "sample", str(HARNESS), "--n", "1", "--out", out, cwd=cwd)
        assert done.returncode == 0, done.stderr
        assert list((cwd / out).iterdir())
        assert cwd.stat().st_ino == inode
    assert (tmp_path / "link").is_symlink()


def test_a_device_is_never_replaced(tmp_path: Path) -> None:
    (tmp_path / "device").symlink_to("/dev/null")
    done = hat("pipeline", "compile", "--out", "device", cwd=tmp_path)
    assert done.returncode == 2
    assert "device: is no file that can be replaced" in done.stderr
    assert Path("/dev/null").is_char_device()
