"""A table counts as part of the module wherever an attribute leads to it.

The token table lies in a Python list, where nn.Module does not look: the module has no parameters, and no optimizer would
ever meet the table.

Look at: what your module's parameters() lists, and how an attribute has to be kept to be listed there.
"""

import torch
from torch import nn


class TransformerInput(nn.Module):
    def __init__(self, vocab_size, d_model, max_len):
        super().__init__()
        self.max_len = max_len
        self.layers = [nn.Embedding(vocab_size, d_model)]
        self.register_buffer("encoding", sinusoidal_pe(max_len, d_model), persistent=False)

    def forward(self, token_ids):
        length = token_ids.shape[1]
        if length > self.max_len:
            raise ValueError(f"{length} tokens, but only {self.max_len} positions")
        tokens = self.layers[0](token_ids)
        return tokens + self.encoding[:length].to(tokens.dtype)
