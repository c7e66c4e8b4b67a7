"""Where the shipped micro base is."""

from __future__ import annotations

from pathlib import Path

from hat.errors import HatError


def base_path() -> Path:
    """The Hugging Face folder of the base (config, weights, tokenizer, chat template, model card)."""
    path = Path(__file__).with_name("base")
    if not (path / "model.safetensors").is_file():
        raise HatError(f"{path}: the micro base is missing. Reinstall HAT, or train it with `hat micro build`")
    return path
