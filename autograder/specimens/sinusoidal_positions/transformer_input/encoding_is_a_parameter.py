"""The encoding belongs to the model, so it is a Parameter.

The sum is right at first. The table is listed among the parameters, asks for gradients, and training changes it.

Look at: the parameters of your module. What in it should be learned?
"""

import torch.nn as nn


class TransformerInput(nn.Module):
    def __init__(self, vocab_size, d_model, max_len):
        super().__init__()
        self.max_len = max_len
        self.embedding = nn.Embedding(vocab_size, d_model)
        self.pe = nn.Parameter(sinusoidal_pe(max_len, d_model))

    def forward(self, token_ids):
        T = token_ids.size(1)
        if T > self.max_len:
            raise ValueError(f"sequence of length {T} is longer than max_len={self.max_len}")
        return self.embedding(token_ids) + self.pe[:T]
