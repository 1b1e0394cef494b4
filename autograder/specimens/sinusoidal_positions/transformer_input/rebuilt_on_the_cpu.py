"""The encoding is computed afresh in each call, so nothing has to be moved.

It is computed on the CPU each time. As soon as the module stands on another device, the sum mixes two devices.
Same as: plain_attribute_left_behind

Look at: the device of the encoding that your forward makes, and that of the token vectors.
"""

import torch.nn as nn


class TransformerInput(nn.Module):
    def __init__(self, vocab_size, d_model, max_len):
        super().__init__()
        self.d_model = d_model
        self.max_len = max_len
        self.embed = nn.Embedding(vocab_size, d_model)

    def forward(self, token_ids):
        T = token_ids.shape[-1]
        if T > self.max_len:
            raise ValueError(f"the encoding ends at {self.max_len} positions; {T} were asked for")
        x = self.embed(token_ids)
        encoding = sinusoidal_pe(T, self.d_model)
        return x + encoding.type(x.dtype)
