"""Any exception with a clear message will do.

The length is checked and the message is good, but callers wait for a ValueError and get a RuntimeError.

Look at: the class of the error for max_len + 1 tokens.
"""

import torch.nn as nn


class TransformerInput(nn.Module):
    def __init__(self, vocab_size, d_model, max_len):
        super().__init__()
        self.max_len = max_len
        self.token_embedding = nn.Embedding(vocab_size, d_model)
        self.register_buffer("encoding", sinusoidal_pe(max_len, d_model), persistent=False)

    def forward(self, token_ids):
        if token_ids.shape[1] > self.max_len:
            raise RuntimeError(f"{token_ids.shape[1]} tokens are more than max_len={self.max_len}")
        x = self.token_embedding(token_ids)
        return x + self.encoding[: x.shape[1]].to(x.dtype)
