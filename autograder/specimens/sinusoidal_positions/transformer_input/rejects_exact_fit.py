"""max_len is the first length that is too long.

A sequence of exactly max_len tokens is refused, though there is a row for each of them.

Look at: what happens for exactly max_len tokens.
"""

import torch.nn as nn


class TransformerInput(nn.Module):
    def __init__(self, vocab_size, d_model, max_len):
        super().__init__()
        self.max_len = max_len
        self.tokens = nn.Embedding(vocab_size, d_model)
        self.register_buffer("pe", sinusoidal_pe(max_len, d_model), persistent=False)

    def forward(self, token_ids):
        T = token_ids.size(1)
        if T >= self.max_len:
            raise ValueError(f"{T} tokens do not fit into {self.max_len} positions")
        return self.tokens(token_ids) + self.pe[:T]
