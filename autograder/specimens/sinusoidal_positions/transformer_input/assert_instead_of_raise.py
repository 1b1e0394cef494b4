"""An assert is a check with a message.

It raises AssertionError, not ValueError, and python -O leaves it out.

Look at: the class of the error for max_len + 1 tokens.
"""

import torch.nn as nn


class TransformerInput(nn.Module):
    def __init__(self, vocab_size, d_model, max_len):
        super().__init__()
        self.max_len = max_len
        self.wte = nn.Embedding(vocab_size, d_model)
        self.register_buffer("pe", sinusoidal_pe(max_len, d_model), persistent=False)

    def forward(self, token_ids):
        b, t = token_ids.size()
        assert t <= self.max_len, f"cannot forward sequence of length {t}, max_len is only {self.max_len}"
        return self.wte(token_ids) + self.pe[:t]
