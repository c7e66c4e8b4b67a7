import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from hat import lock
from hat.errors import BadInput

HOLDER = """
import sys, time
from pathlib import Path
from hat import lock
with lock.hold(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


def test_a_second_holder_is_told_who_has_it_until_that_one_is_killed(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", HOLDER, tmp_path], stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        with pytest.raises(BadInput, match=f"in use by process {holder.pid} on ") as refused, lock.hold(tmp_path):
            pass
        assert refused.value.exit_code == 2
        os.kill(holder.pid, signal.SIGKILL)
    with lock.hold(tmp_path):
        assert str(os.getpid()) in (tmp_path / lock.NAME).read_text()
