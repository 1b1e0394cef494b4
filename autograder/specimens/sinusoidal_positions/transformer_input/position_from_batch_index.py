"""Positions run along the first axis of token_ids.

The first axis counts sequences. Every token of a sequence gets the same row, that of its sequence's place in the batch.

Look at: two positions of one sequence that hold the same token. Their vectors should differ.
"""

import torch.nn as nn


class TransformerInput(nn.Module):
    def __init__(self, vocab_size, d_model, max_len):
        super().__init__()
        self.max_len = max_len
        self.embed = nn.Embedding(vocab_size, d_model)
        self.register_buffer("pe", sinusoidal_pe(max_len, d_model), persistent=False)

    def forward(self, token_ids):
        if token_ids.size(1) > self.max_len:
            raise ValueError(f"sequences of {token_ids.size(1)} tokens are longer than {self.max_len}")
        x = self.embed(token_ids)
        return x + self.pe[: x.size(0)].unsqueeze(1)
