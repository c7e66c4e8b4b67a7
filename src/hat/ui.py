"""MLflow's own pages on a run's store."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

from hat.errors import BadInput, Fault
from hat.registry.registry import Registry


def serve(out: Path, port: int) -> None:
    """Become `mlflow ui` on 127.0.0.1. Raises BadInput when the run has no store yet or the port is in use."""
    registry = Registry(out / "mlflow")
    if not registry.folder.is_dir():
        raise BadInput(Fault(str(registry.folder), "there is no MLflow store", f"Run `hat run --out {out}` first"))
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            raise BadInput(Fault(f"--port {port}", f"cannot be used ({error.strerror})", "Choose another")) from error
    print(f"MLflow: http://127.0.0.1:{port}", flush=True)
    command = ["mlflow", "ui", "--backend-store-uri", registry.uri, "--host", "127.0.0.1", "--port", str(port)]
    os.execv(sys.executable, [sys.executable, "-m", *command])
