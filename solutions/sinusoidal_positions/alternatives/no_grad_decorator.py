"""Built under torch.no_grad(), column by column, in functions and in the module."""

import torch
import torch.nn as nn


@torch.no_grad()
def sinusoidal_pe(max_len, d_model):
    position = torch.arange(max_len, dtype=torch.float64)
    columns = []
    for j in range(d_model):
        wave = torch.cos if j % 2 else torch.sin
        columns.append(wave(position * 10000.0 ** (-(j - j % 2) / d_model)))
    return torch.stack(columns, dim=-1).float()


class TransformerInput(nn.Module):
    def __init__(self, vocab_size, d_model, max_len):
        super().__init__()
        self.max_len = max_len
        self.wte = nn.Embedding(vocab_size, d_model)
        with torch.no_grad():
            self.register_buffer("wpe", sinusoidal_pe(max_len, d_model)[None], persistent=False)

    def forward(self, token_ids):
        T = token_ids.size(1)
        if T > self.max_len:
            raise ValueError(f"Cannot forward a sequence of length {T}: max_len is {self.max_len}")
        return self.wte(token_ids) + self.wpe[:, :T]
