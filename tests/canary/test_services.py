import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from hat.canary.services import running
from hat.errors import InfrastructureError

SERVICE = """
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
HTTPServer(("127.0.0.1", int(sys.argv[-1])), Handler).serve_forever()
"""
COMMAND = [sys.executable, "-c", SERVICE]
PARENT = f"""
import time
from pathlib import Path
from hat.canary.services import running
with running({{"a": {COMMAND!r}}}, Path("logs")) as urls:
    print(urls["a"], flush=True)
    time.sleep(60)
"""


def is_up(url: str) -> bool:
    try:
        return httpx.get(url).is_success
    except httpx.TransportError:
        return False


def test_services_run_until_the_block_ends(tmp_path: Path) -> None:
    with running({"a": COMMAND, "b": COMMAND}, tmp_path) as urls:
        assert set(urls) == {"a", "b"}
        assert all(map(is_up, urls.values()))
    assert not any(map(is_up, urls.values()))


def test_a_service_that_dies_is_named_with_its_last_words(tmp_path: Path) -> None:
    broken = [sys.executable, "-c", "raise SystemExit('no model there')"]
    words = r"(?s)service b did not come up.*no model there"
    with pytest.raises(InfrastructureError, match=words), running({"a": COMMAND, "b": broken}, tmp_path):
        pass


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux kills the children of a killed process")
def test_services_die_with_a_killed_parent(tmp_path: Path) -> None:
    parent = subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True, cwd=tmp_path)
    assert parent.stdout is not None
    url = parent.stdout.readline().strip()
    assert is_up(url)
    os.kill(parent.pid, signal.SIGKILL)
    parent.wait()
    parent.stdout.close()
    deadline = time.monotonic() + 5
    while is_up(url) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not is_up(url)
