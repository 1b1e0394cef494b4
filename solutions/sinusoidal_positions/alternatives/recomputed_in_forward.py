"""No stored table: the encoding is worked out in float64 in every call, on the input's device, then cast."""

import math

import torch
import torch.nn as nn


class TransformerInput(nn.Module):
    def __init__(self, vocab_size, d_model, max_len):
        super().__init__()
        self.d_model, self.max_len = d_model, max_len
        self.embed = nn.Embedding(vocab_size, d_model)

    def encoding(self, length, device):
        position = torch.arange(length, dtype=torch.float64, device=device).unsqueeze(1)
        even = torch.arange(0, self.d_model, 2, dtype=torch.float64, device=device)
        angle = position * torch.exp(even * (-math.log(10000.0) / self.d_model))
        return torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(1)[:, : self.d_model]

    def forward(self, token_ids):
        length = token_ids.shape[1]
        if length > self.max_len:
            raise ValueError(f"{length} tokens, but at most {self.max_len} are allowed")
        x = self.embed(token_ids)
        return x + self.encoding(length, x.device).to(x.dtype)
