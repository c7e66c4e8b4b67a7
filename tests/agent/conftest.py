import json
from collections.abc import Sequence
from pathlib import Path

import pytest
import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast, Qwen3_5ForCausalLM, Qwen3_5TextConfig

from hat.agent.chat import Chat, parse
from hat.agent.client import Prompt
from hat.agent.trajectory import Turn
from hat.errors import InfrastructureError
from hat.harness.load import load_harness
from hat.harness.state import HarnessState
from hat.room.request import Danmaku, Request

ROOT = Path(__file__).parents[2]
MARKERS = [
    "<|im_start|>",
    "<|im_end|>",
    "<think>",
    "</think>",
    "<tool_call>",
    "</tool_call>",
    "<tool_response>",
    "</tool_response>",
]


class Script:
    """A model client that says given lines: the n-th turn of every episode is the n-th line."""

    def __init__(self, chat: Chat | None, *lines: str | InfrastructureError) -> None:
        self.chat, self.lines = chat, lines
        self.prompts: list[Prompt] = []

    def generate(self, prompts: Sequence[Prompt]) -> list[Turn | InfrastructureError]:
        self.prompts += prompts
        return [self._turn(self.lines[len(prompt.steps)]) for prompt in prompts]

    def _turn(self, line: str | InfrastructureError) -> Turn | InfrastructureError:
        if isinstance(line, InfrastructureError):
            return line
        if self.chat is None:
            return Turn((), (), *parse(line))
        ids = self.chat.tokenizer.encode(line, add_special_tokens=False)
        return self.chat.turn([*ids, self.chat.end], [-0.5] * (len(ids) + 1))


def call(tool: str, /, **arguments: object) -> str:
    return f"<tool_call>\n{json.dumps({'name': tool, 'arguments': arguments})}\n</tool_call>"


@pytest.fixture(scope="session")
def tokenizer() -> PreTrainedTokenizerFast:
    """Bytes and the markers of the chat format."""
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    bytes_only = Tokenizer(models.BPE(vocab={c: i for i, c in enumerate(alphabet)}, merges=[]))
    bytes_only.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    bytes_only.decoder = decoders.ByteLevel()
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=bytes_only)
    tokenizer.add_special_tokens({"additional_special_tokens": MARKERS})
    tokenizer.chat_template = (ROOT / "src/hat/micro/base/chat_template.jinja").read_text(encoding="utf-8")
    return tokenizer


@pytest.fixture(scope="session")
def chat(tokenizer: PreTrainedTokenizerFast) -> Chat:
    return Chat(tokenizer)


@pytest.fixture(scope="session")
def model(tokenizer: PreTrainedTokenizerFast) -> Qwen3_5ForCausalLM:
    """A random decoder of the serving family, with fewer key heads than heads."""
    torch.manual_seed(0)
    config = Qwen3_5TextConfig(
        vocab_size=len(tokenizer),
        hidden_size=64,
        intermediate_size=96,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        head_dim=16,
        layer_types=["full_attention"] * 2,
        max_position_embeddings=512,
        rope_parameters={"rope_type": "default", "rope_theta": 10000.0, "partial_rotary_factor": 1.0},
        initializer_range=0.2,
    )
    return Qwen3_5ForCausalLM(config).eval()


@pytest.fixture(scope="session")
def state() -> HarnessState:
    return load_harness(ROOT / "harness_repo")


@pytest.fixture
def request_() -> Request:
    return Request(
        "r1", "room-1", (Danmaku("ann", "how much is link 3"),), ("price",), ("price-coupon",), (), ("how much",)
    )
