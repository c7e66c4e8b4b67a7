"""The micro base's architecture: `Qwen3_5ForCausalLM` with full-attention layers only and one MTP layer."""

from __future__ import annotations

from transformers import Qwen3_5TextConfig

from hat.micro.tokenizer import VOCABULARY

HIDDEN, HEADS, HEAD_DIM, LAYERS = 256, 4, 64, 4
ROTARY = HEAD_DIM // 2
"""Dimensions of a head that rotate with the position: the first half; the others carry content."""
ROTARY_BASE = 10000.0


def config() -> Qwen3_5TextConfig:
    """3.3 M parameters beside the 3.1 M of embeddings and output head; context 4,096."""
    return Qwen3_5TextConfig(
        vocab_size=VOCABULARY,
        hidden_size=HIDDEN,
        intermediate_size=640,
        num_hidden_layers=LAYERS,
        num_attention_heads=HEADS,
        num_key_value_heads=HEADS,
        head_dim=HEAD_DIM,
        layer_types=["full_attention"] * LAYERS,
        max_position_embeddings=4096,
        tie_word_embeddings=False,
        rope_parameters={"rope_type": "default", "rope_theta": ROTARY_BASE, "partial_rotary_factor": ROTARY / HEAD_DIM},
        mtp_num_hidden_layers=1,
        eos_token_id=1,
        pad_token_id=0,
        bos_token_id=None,
    )
