"""No stored table: sinusoidal_pe is called in forward and its result moved to the token vectors' device and dtype."""

import torch.nn as nn


class TransformerInput(nn.Module):
    def __init__(self, vocab_size, d_model, max_len):
        super().__init__()
        self.max_len = max_len
        self.tokens = nn.Embedding(vocab_size, d_model)

    def forward(self, token_ids):
        if token_ids.size(-1) > self.max_len:
            raise ValueError(f"input of {token_ids.size(-1)} tokens is longer than max_len={self.max_len}")
        x = self.tokens(token_ids)
        return x + sinusoidal_pe(x.size(-2), x.size(-1)).to(x)
