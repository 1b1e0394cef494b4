"""register_buffer is all that a fixed table needs.

By default a buffer is saved: the encoding stands in state_dict(), and a checkpoint cannot be loaded with another
max_len.

Look at: the keys of state_dict(), and the options of register_buffer.
"""

import torch.nn as nn


class TransformerInput(nn.Module):
    def __init__(self, vocab_size, d_model, max_len):
        super().__init__()
        self.max_len = max_len
        self.tok_emb = nn.Embedding(vocab_size, d_model)
        self.register_buffer("pe", sinusoidal_pe(max_len, d_model))

    def forward(self, token_ids):
        B, T = token_ids.shape
        if T > self.max_len:
            raise ValueError(f"T={T} exceeds max_len={self.max_len}")
        x = self.tok_emb(token_ids)
        return x + self.pe[:T, :].to(x.dtype)
