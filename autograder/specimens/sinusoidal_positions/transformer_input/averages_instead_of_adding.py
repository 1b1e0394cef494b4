"""The two vectors are averaged, so that the result is no longer than either.

Every value is half of what it should be.

Look at: how large one value of the result is against the two that it is made of.
"""

from torch import nn


class TransformerInput(nn.Module):
    def __init__(self, vocab_size, d_model, max_len):
        super().__init__()
        self.max_len = max_len
        self.tokens = nn.Embedding(vocab_size, d_model)
        self.register_buffer("encoding", sinusoidal_pe(max_len, d_model), persistent=False)

    def forward(self, token_ids):
        if token_ids.shape[1] > self.max_len:
            raise ValueError(f"{token_ids.shape[1]} tokens, at most {self.max_len}")
        vectors = self.tokens(token_ids)
        return (vectors + self.encoding[: token_ids.shape[1]].to(vectors.dtype)) / 2
