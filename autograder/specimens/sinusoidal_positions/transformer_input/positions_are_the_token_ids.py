"""The row of the encoding is looked up with the token.

A token then gets the same vector wherever it stands, and the order is lost again.

Look at: two positions that hold the same token. Their vectors should differ.
"""

import torch.nn as nn


class TransformerInput(nn.Module):
    def __init__(self, vocab_size, d_model, max_len):
        super().__init__()
        self.max_len = max_len
        self.tokens = nn.Embedding(vocab_size, d_model)
        self.register_buffer("pe", sinusoidal_pe(max(max_len, vocab_size), d_model), persistent=False)

    def forward(self, token_ids):
        if token_ids.size(1) > self.max_len:
            raise ValueError(f"{token_ids.size(1)} tokens, but max_len is {self.max_len}")
        return self.tokens(token_ids) + self.pe[token_ids.long()]
