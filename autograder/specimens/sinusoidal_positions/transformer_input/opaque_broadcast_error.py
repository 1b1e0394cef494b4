"""If the input is too long, the addition complains.

It does, with a RuntimeError about sizes that do not match, which says nothing of max_len. With max_len = 1 it does
not even do that.

Look at: the class and the message of the error for max_len + 1 tokens.
"""

import torch.nn as nn


class TransformerInput(nn.Module):
    def __init__(self, vocab_size, d_model, max_len):
        super().__init__()
        self.embed = nn.Embedding(vocab_size, d_model)
        self.register_buffer("pe", sinusoidal_pe(max_len, d_model), persistent=False)

    def forward(self, token_ids):
        x = self.embed(token_ids)
        return x + self.pe[: x.shape[1]]
