"""A sum of two vectors must be normalised.

A LayerNorm brings parameters of its own and changes every value. The text asks for the plain sum.

Look at: which parameters the module lists, and what happens to the sum before it is returned.
"""

from torch import nn


class TransformerInput(nn.Module):
    def __init__(self, vocab_size, d_model, max_len):
        super().__init__()
        self.max_len = max_len
        self.tokens = nn.Embedding(vocab_size, d_model)
        self.register_buffer("encoding", sinusoidal_pe(max_len, d_model), persistent=False)
        self.norm = nn.LayerNorm(d_model)

    def forward(self, token_ids):
        if token_ids.shape[1] > self.max_len:
            raise ValueError(f"{token_ids.shape[1]} tokens, at most {self.max_len}")
        vectors = self.tokens(token_ids)
        return self.norm(vectors + self.encoding[: token_ids.shape[1]].to(vectors.dtype))
