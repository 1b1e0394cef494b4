"""A model computes in float32, so the result is made float32.

After .double() or .half() the token vectors have another dtype, and the result throws it away.

Look at: the dtype of the output after module.double().
"""

import torch
import torch.nn as nn


class TransformerInput(nn.Module):
    def __init__(self, vocab_size, d_model, max_len):
        super().__init__()
        self.max_len = max_len
        self.tokens = nn.Embedding(vocab_size, d_model)
        self.register_buffer("table", sinusoidal_pe(max_len, d_model), persistent=False)

    def forward(self, token_ids):
        if token_ids.shape[1] > self.max_len:
            raise ValueError(f"max_len is {self.max_len}, got {token_ids.shape[1]} tokens")
        both = self.tokens(token_ids) + self.table[: token_ids.shape[1]]
        return both.to(torch.float32)
