"""The untrained model: nearly silent, but for the circuits that copy."""

from __future__ import annotations

import torch
from transformers import Qwen3_5ForCausalLM

from hat.micro.architecture import config
from hat.micro.circuits import write_circuits


def initial_model(seed: int) -> Qwen3_5ForCausalLM:
    """The untrained model, in float32. Everything that is no circuit starts near zero."""
    torch.manual_seed(seed)
    model = Qwen3_5ForCausalLM(config())
    with torch.no_grad():
        for layer in model.model.layers:
            layer.self_attn.o_proj.weight.mul_(0.1)
            layer.mlp.down_proj.weight.mul_(0.1)
        write_circuits(model, torch.Generator().manual_seed(seed))
    return model
