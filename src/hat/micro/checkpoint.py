"""The checkpoint of one part of a build."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from torch import nn
from torch.optim import Optimizer

from hat.errors import BadInput, Fault
from hat.micro.config import BuildConfig
from hat.storage import write_bytes


@dataclass(frozen=True)
class Checkpoint:
    """A file that holds a module, its optimisers and the number of steps they have taken, for one configuration."""

    path: Path
    config: BuildConfig

    def save(self, step: int, module: nn.Module, optimizers: Sequence[Optimizer]) -> None:
        """Replace the file atomically."""
        state = {
            "config": asdict(self.config),
            "step": step,
            "module": module.state_dict(),
            "optimizers": [optimizer.state_dict() for optimizer in optimizers],
        }
        content = io.BytesIO()
        torch.save(state, content)
        write_bytes(self.path, content.getvalue())

    def restore(self, module: nn.Module, optimizers: Sequence[Optimizer]) -> int:
        """Load the file, if there is one; the number of steps taken.

        Raises BadInput when it is damaged or of another configuration.
        """
        if not self.path.is_file():
            return 0
        try:
            state = torch.load(self.path, weights_only=True)
            config, step = state["config"], int(state["step"])
        except Exception as error:
            raise BadInput(Fault(str(self.path), "damaged checkpoint", "Delete it to begin anew")) from error
        if config != asdict(self.config):
            message = f"belongs to another build: {json.dumps(config)}"
            raise BadInput(Fault(str(self.path), message, "Use another --out, or delete it"))
        module.load_state_dict(state["module"])
        for optimizer, saved in zip(optimizers, state["optimizers"], strict=True):
            optimizer.load_state_dict(saved)
        return step
