"""The pipeline as KFP's YAML, which a cluster runs."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from hat import storage


def compile_training(out: Path, image: str) -> None:
    """Write the training pipeline for components that run in `image`. Components read it when they are imported."""
    os.environ["HAT_IMAGE"] = image
    from kfp import compiler

    from pipelines.training import training

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "training.yaml"
        compiler.Compiler().compile(training, str(path))
        storage.write_bytes(out, path.read_bytes())
