"""Token rows by indexing the weight, rows of the encoding by index_select with positions made on the input's device."""

import torch
import torch.nn as nn


class TransformerInput(nn.Module):
    def __init__(self, vocab_size, d_model, max_len):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model))
        self.register_buffer("pe", sinusoidal_pe(max_len, d_model).double(), persistent=False)

    def forward(self, token_ids):
        T, limit = token_ids.shape[1], self.pe.shape[0]
        if not T <= limit:
            raise ValueError(f"{T=} is more than {limit=}")
        positions = torch.arange(T, device=token_ids.device)
        return self.weight[token_ids.long()] + self.pe.index_select(0, positions).to(self.weight.dtype)
