import os
import signal
import subprocess
import sys
import time
from pathlib import Path

RUN = """
import subprocess, sys, time
from pathlib import Path
from hat import lifeline
with lifeline.hold(Path(sys.argv[1]) / "lifeline"):
    subprocess.Popen([sys.executable, "-c", sys.argv[2], sys.argv[1]])
    time.sleep(60)
"""
STAGE = """
import os, subprocess, sys, time
from pathlib import Path
from hat import lifeline
lifeline.watch()
service = subprocess.Popen(["sleep", "60"])
(Path(sys.argv[1]) / "pids.tmp").write_text(f"{os.getpid()} {service.pid}")
(Path(sys.argv[1]) / "pids.tmp").rename(Path(sys.argv[1]) / "pids")
time.sleep(60)
"""


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def until(condition: object) -> None:
    end = time.monotonic() + 10
    while not condition() and time.monotonic() < end:  # type: ignore[operator]
        time.sleep(0.02)
    assert condition()  # type: ignore[operator]


def test_a_killed_run_takes_its_stages_and_their_services_with_it(tmp_path: Path) -> None:
    run = subprocess.Popen([sys.executable, "-c", RUN, tmp_path, STAGE])
    until((tmp_path / "pids").exists)
    stage, service = map(int, (tmp_path / "pids").read_text().split())
    assert alive(stage)
    assert alive(service)
    os.kill(run.pid, signal.SIGKILL)
    run.wait()
    until(lambda: not alive(stage) and not alive(service))
