"""The multi-token-prediction head: one decoder layer that drafts the token after the next one.

At a token it reads the token's embedding and the main model's final hidden state of the token before, and predicts the
token after (DeepSeek-V3, arXiv:2412.19437, section 2.2; Qwen3-Next's tensor names, which vLLM loads as `mtp.*`).
Embeddings and output head are the main model's own.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn
from transformers.models.qwen3_5.modeling_qwen3_5 import Qwen3_5DecoderLayer, Qwen3_5RMSNorm


class MtpHead(nn.Module):
    """The head's own parameters; the state dict's names are those of a checkpoint without the leading `mtp.`."""

    def __init__(self, config: Any) -> None:
        super().__init__()
        size, eps = config.hidden_size, config.rms_norm_eps
        self.pre_fc_norm_embedding = Qwen3_5RMSNorm(size, eps=eps)
        self.pre_fc_norm_hidden = Qwen3_5RMSNorm(size, eps=eps)
        self.fc = nn.Linear(2 * size, size, bias=False)
        self.layers = nn.ModuleList([Qwen3_5DecoderLayer(config, config.layer_types.index("full_attention"))])
        self.norm = Qwen3_5RMSNorm(size, eps=eps)
        for parameter in self.parameters():
            if parameter.ndim == 2:
                nn.init.normal_(parameter, std=config.initializer_range)

    def forward(self, embedded: Tensor, hidden: Tensor, rotary: tuple[Tensor, Tensor], mask: Tensor) -> Tensor:
        """Hidden states [B, T, D] for the output head.

        `embedded[:, t]` is a token's embedding, `hidden[:, t]` the main model's hidden state (after its final norm)
        of the token before it. `mask` is boolean [B, 1, T, T].
        """
        both = torch.cat([self.pre_fc_norm_embedding(embedded), self.pre_fc_norm_hidden(hidden)], dim=-1)
        mixed = self.layers[0](self.fc(both), position_embeddings=rotary, attention_mask=mask)
        normed: Tensor = self.norm(mixed)
        return normed
