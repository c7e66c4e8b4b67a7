"""Train the micro base from scratch: `hat micro build`.

First the model, then its MTP head with the model frozen. Deterministic on one machine, resumable at any moment, some
two hours on two CPU cores.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import torch
from transformers import PreTrainedTokenizerBase, PreTrainedTokenizerFast, Qwen3_5ForCausalLM

from hat.micro import tokenizer as tokenizers
from hat.micro.config import BuildConfig
from hat.micro.corpus import sample_text
from hat.micro.model import initial_model
from hat.micro.part import Part, Progress
from hat.micro.rows import score, score_drafts
from hat.storage import write_folder
from hat.train.mtp import MtpHead


def build(config: BuildConfig, out: Path, report: Callable[[Progress], None], checkpoint_every: int = 100) -> Path:
    """Train, and write the base to `out/base`. An interrupted build in `out` goes on where it stood.

    Raises BadInput when `out` holds a build of another configuration or a damaged checkpoint.
    """
    tokenizer = _tokenizer(config, out / "tokenizer")
    model = initial_model(config.seed)
    trained = Part("model", model, lambda row: score(model, row), config.model, config.seed, curriculum=True)
    trained.train(config, tokenizer, out, report, checkpoint_every)
    head = _initial_head(model, config.seed)
    drafts = Part(
        "mtp", head, lambda row: score_drafts(model, head, row), config.mtp, config.seed + 1, curriculum=False
    )
    drafts.train(config, tokenizer, out, report, checkpoint_every)
    _write(model, head, tokenizer, out / "base")
    return out / "base"


def _tokenizer(config: BuildConfig, folder: Path) -> PreTrainedTokenizerBase:
    """The build's tokenizer, trained when `folder` does not hold it yet."""
    if not folder.is_dir():
        texts = sample_text(config.seed, config.vocabulary_documents, tokenizers.untrained())
        with write_folder(folder) as inside:
            tokenizers.train(texts).save_pretrained(inside)
    loaded: PreTrainedTokenizerBase = PreTrainedTokenizerFast.from_pretrained(folder)
    return loaded


def _initial_head(model: Qwen3_5ForCausalLM, seed: int) -> MtpHead:
    torch.manual_seed(seed)
    return MtpHead(model.config)


def _write(model: Qwen3_5ForCausalLM, head: MtpHead, tokenizer: PreTrainedTokenizerBase, folder: Path) -> None:
    """Write model and head in bfloat16 as one checkpoint, with the tokenizer; an older one is replaced."""
    weights = model.state_dict() | {f"mtp.{name}": tensor for name, tensor in head.state_dict().items()}
    halved = {name: tensor.to(torch.bfloat16) for name, tensor in weights.items()}
    shutil.rmtree(folder, ignore_errors=True)
    with write_folder(folder) as inside:
        model.to(torch.bfloat16).save_pretrained(inside, state_dict=halved)
        tokenizer.save_pretrained(inside)
