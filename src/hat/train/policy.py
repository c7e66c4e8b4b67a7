"""Loading and saving of the model that the stages hand on: the Hugging Face folder `model/` in a stage's folder."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from hat.errors import BadInput, Fault
from hat.storage import write_folder

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

    from hat.agent.inprocess import InProcessClient

FOLDER = "model"


def checked(folder: Path) -> Path:
    """The folder. Raises BadInput when it holds no model."""
    if not (folder / "config.json").is_file():
        raise BadInput(
            Fault(str(folder), "is no model folder: it has no config.json", "Give a Hugging Face model folder")
        )
    return folder


def load_tokenizer(folder: Path) -> PreTrainedTokenizerBase:
    """The tokenizer of a model folder; its padding token is the end-of-turn token where it has none."""
    from transformers import AutoTokenizer

    tokenizer: PreTrainedTokenizerBase = AutoTokenizer.from_pretrained(checked(folder))
    if tokenizer.pad_token is None:
        tokenizer.pad_token = tokenizer.eos_token
    return tokenizer


def load_model(folder: Path) -> PreTrainedModel:
    """The causal language model of a model folder, in float32 on the CPU and as stored elsewhere."""
    import torch
    from transformers import AutoModelForCausalLM
    from transformers.utils import logging

    logging.disable_progress_bar()
    dtype = "auto" if torch.cuda.is_available() else torch.float32
    model: PreTrainedModel = AutoModelForCausalLM.from_pretrained(checked(folder), dtype=dtype)
    return model


def in_process(folder: Path, max_new_tokens: int) -> InProcessClient:
    """The model of a model folder, answering greedily in this process."""
    from hat.agent.inprocess import InProcessClient

    return InProcessClient(load_model(folder).eval(), load_tokenizer(folder), max_new_tokens=max_new_tokens)


def save_policy(model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase, out: Path) -> Path:
    """Save weights (safetensors), configuration, tokenizer and chat template as `out/model`; its path."""
    folder = out / FOLDER
    shutil.rmtree(folder, ignore_errors=True)
    with write_folder(folder) as inside:
        model.save_pretrained(inside)
        tokenizer.save_pretrained(inside)
    return folder
