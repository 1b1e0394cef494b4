"""squeeze removes an axis that nobody needs.

For B = 1 or T = 1 an axis of the result is missing.

Look at: the shape of the result for a batch of one row.
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
        return (vectors + self.encoding[: token_ids.shape[1]].to(vectors.dtype)).squeeze()
