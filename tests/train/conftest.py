"""A tiny base of the real architecture with a byte-level tokenizer in the real chat format."""

import json
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast, Qwen3_5ForCausalLM, Qwen3_5TextConfig

TEMPLATE = (
    "{%- if tools %}{{ '<|im_start|>system\n' + messages[0].content + '\n' }}"
    "{%- for tool in tools %}{{ tool | tojson }}\n{%- endfor %}{{ '<|im_end|>\n' }}{%- endif %}"
    "{%- for message in messages %}{%- if not (tools and loop.first) %}"
    "{{ '<|im_start|>' + message.role + '\n' + message.content + '<|im_end|>\n' }}{%- endif %}{%- endfor %}"
    "{%- if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{%- endif %}"
)


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)


def tiny_model(seed: int = 0, vocabulary: int = 300) -> Qwen3_5ForCausalLM:
    torch.manual_seed(seed)
    config = Qwen3_5TextConfig(
        vocab_size=vocabulary,
        hidden_size=64,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=4,
        head_dim=16,
        intermediate_size=96,
        layer_types=["full_attention"] * 2,
        max_position_embeddings=4096,
        tie_word_embeddings=False,
    )
    return Qwen3_5ForCausalLM(config)


def tiny_tokenizer() -> PreTrainedTokenizerFast:
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    tokenizer = Tokenizer(models.BPE(vocab={letter: i for i, letter in enumerate(alphabet)}, merges=[]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    fast = PreTrainedTokenizerFast(tokenizer_object=tokenizer, eos_token="<|im_end|>", pad_token="<|endoftext|>")
    fast.add_tokens(
        [
            AddedToken(text, special=False, normalized=False)
            for text in ("<|im_start|>", "<think>", "</think>", "<tool_call>", "</tool_call>")
        ]
    )
    fast.chat_template = TEMPLATE
    return fast


@pytest.fixture(scope="session")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A base folder; its weights file also holds `mtp.*` tensors, as the real one's does."""
    folder = tmp_path_factory.mktemp("base")
    tokenizer, model = tiny_tokenizer(), tiny_model()
    assert len(tokenizer) <= model.config.vocab_size
    model.config.eos_token_id = model.generation_config.eos_token_id = tokenizer.eos_token_id
    model.config.pad_token_id = model.generation_config.pad_token_id = tokenizer.pad_token_id
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    weights = folder / "model.safetensors"
    tensors = load_file(weights)
    tensors["mtp.fc.weight"] = torch.randn(64, 128)
    tensors["mtp.layers.0.mlp.up_proj.weight"] = torch.randn(96, 64)
    save_file(tensors, weights, metadata={"format": "pt"})
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps({**config, "mtp_num_hidden_layers": 1}))
    return folder
