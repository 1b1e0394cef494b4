"""A tensor stored as self.pe is part of the module.

.to(device) moves parameters and buffers only. The tensor stays where it was made, and the sum then mixes two devices.
Same as: rebuilt_on_the_cpu

Look at: the device of each operand after the module has been moved.
"""

import torch.nn as nn


class TransformerInput(nn.Module):
    def __init__(self, vocab_size, d_model, max_len):
        super().__init__()
        self.token_embedding = nn.Embedding(vocab_size, d_model)
        self.pe = sinusoidal_pe(max_len, d_model)

    def forward(self, token_ids):
        seq_len = token_ids.size(1)
        if seq_len > self.pe.size(0):
            raise ValueError(f"sequence length {seq_len} > maximum {self.pe.size(0)}")
        x = self.token_embedding(token_ids)
        return x + self.pe[:seq_len].to(x.dtype)
