from pathlib import Path

import pytest
import torch
from transformers import PreTrainedTokenizerFast

from tests.micro.tiny import run


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an uninterrupted tiny build."""
    torch.set_num_threads(1)
    out = tmp_path_factory.mktemp("built")
    run(out)
    return out


@pytest.fixture(scope="session")
def tokenizer(built: Path) -> PreTrainedTokenizerFast:
    loaded: PreTrainedTokenizerFast = PreTrainedTokenizerFast.from_pretrained(built / "base")
    return loaded
