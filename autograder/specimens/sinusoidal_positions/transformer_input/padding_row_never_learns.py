"""Token 0 is padding.

padding_idx=0 keeps the row of token 0 from getting a gradient. Here token 0 is a token like any other.

Look at: the gradient of row 0 of the token table.
"""

from torch import nn


class TransformerInput(nn.Module):
    def __init__(self, vocab_size, d_model, max_len):
        super().__init__()
        self.max_len = max_len
        self.tokens = nn.Embedding(vocab_size, d_model, padding_idx=0)
        self.register_buffer("encoding", sinusoidal_pe(max_len, d_model), persistent=False)

    def forward(self, token_ids):
        if token_ids.shape[1] > self.max_len:
            raise ValueError(f"{token_ids.shape[1]} tokens, at most {self.max_len}")
        vectors = self.tokens(token_ids)
        return vectors + self.encoding[: token_ids.shape[1]].to(vectors.dtype)
