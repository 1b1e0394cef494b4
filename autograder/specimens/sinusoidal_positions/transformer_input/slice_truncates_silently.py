"""Input that is too long is cut to max_len.

The result has fewer rows than there were tokens, and nobody is told.

Look at: the shape of the result for max_len + 1 tokens.
"""

import torch.nn as nn


class TransformerInput(nn.Module):
    def __init__(self, vocab_size, d_model, max_len):
        super().__init__()
        self.max_len = max_len
        self.tokens = nn.Embedding(vocab_size, d_model)
        self.register_buffer("pe", sinusoidal_pe(max_len, d_model), persistent=False)

    def forward(self, token_ids):
        token_ids = token_ids[:, : self.max_len]
        return self.tokens(token_ids) + self.pe[: token_ids.size(1)]
