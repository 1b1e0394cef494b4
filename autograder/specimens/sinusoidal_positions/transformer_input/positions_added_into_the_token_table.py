"""A row of the token table may be changed on the way to the output.

+= on a row of the table writes into the table. Each call leaves the encoding behind in the weights, so a repeated
token and every later call get too much of it.

Look at: the token table before and after a call.
"""

import torch
import torch.nn as nn


class TransformerInput(nn.Module):
    def __init__(self, vocab_size, d_model, max_len):
        super().__init__()
        self.max_len = max_len
        self.tokens = nn.Embedding(vocab_size, d_model)
        self.register_buffer("pe", sinusoidal_pe(max_len, d_model), persistent=False)

    def forward(self, token_ids):
        T = token_ids.size(1)
        if T > self.max_len:
            raise ValueError(f"{T} tokens exceed {self.max_len} positions")
        with torch.no_grad():
            for t in range(T):
                self.tokens.weight[token_ids[:, t].long()] += self.pe[t]
        return self.tokens(token_ids)
