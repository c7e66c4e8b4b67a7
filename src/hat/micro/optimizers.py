"""The optimisers of the build and the course of their rates."""

from __future__ import annotations

from collections.abc import Sequence

from torch import nn
from torch.optim import AdamW, Muon, Optimizer

from hat.micro.config import BuildConfig, Course


def make_optimizers(config: BuildConfig, module: nn.Module) -> list[Optimizer]:
    """Muon for the layers' matrices, AdamW for embeddings, heads and norms."""
    inner = {name: p for name, p in module.named_parameters() if p.ndim == 2 and "layers." in name}
    others = [p for name, p in module.named_parameters() if name not in inner]
    muon = Muon(list(inner.values()), lr=config.muon_rate, weight_decay=0.0, momentum=0.95)
    adam = AdamW(others, lr=config.adam_rate, betas=(0.9, 0.98), weight_decay=0.0)
    for optimizer in (muon, adam):
        for group in optimizer.param_groups:
            group["base_lr"] = group["lr"]
    return [muon, adam]


def set_rates(optimizers: Sequence[Optimizer], config: BuildConfig, courses: Sequence[Course], step: int) -> None:
    """The rates for step `step` (from 0) of all courses' steps."""
    for course in courses:
        if step < course.steps:
            break
        step -= course.steps
    falling = (course.steps - step) / (course.steps * config.decay)
    share = course.share * min((step + 1) / config.warmup, falling, 1.0)
    for optimizer in optimizers:
        for group in optimizer.param_groups:
            group["lr"] = group["base_lr"] * share


def take_step(optimizers: Sequence[Optimizer], module: nn.Module) -> None:
    """Apply the gradients, clipped to a norm of 1, and clear them."""
    nn.utils.clip_grad_norm_(module.parameters(), 1.0)
    for optimizer in optimizers:
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
