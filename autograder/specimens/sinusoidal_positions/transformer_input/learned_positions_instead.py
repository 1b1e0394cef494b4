"""Positions are learned, as in GPT-2.

The table starts out random and is trained. Here the encoding is fixed and follows the formula.

Look at: the number of learned values in your module, and the output minus the token vector at position 0.
"""

import torch
import torch.nn as nn


class TransformerInput(nn.Module):
    def __init__(self, vocab_size, d_model, max_len):
        super().__init__()
        self.max_len = max_len
        self.token_embedding = nn.Embedding(vocab_size, d_model)
        self.position_embedding = nn.Embedding(max_len, d_model)

    def forward(self, token_ids):
        T = token_ids.size(1)
        if T > self.max_len:
            raise ValueError(f"sequence length {T} exceeds max_len {self.max_len}")
        positions = torch.arange(T, device=token_ids.device)
        return self.token_embedding(token_ids) + self.position_embedding(positions)
