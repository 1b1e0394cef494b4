"""The batch is one long text, cut into rows.

The second row begins at position T, not at 0.

Look at: the first token of the second row, and the position whose vector it gets.
"""

from torch import nn


class TransformerInput(nn.Module):
    def __init__(self, vocab_size, d_model, max_len):
        super().__init__()
        self.max_len = max_len
        self.tokens = nn.Embedding(vocab_size, d_model)
        self.register_buffer("encoding", sinusoidal_pe(max_len, d_model), persistent=False)
        self.register_buffer("long", sinusoidal_pe(64 * max_len, d_model), persistent=False)

    def forward(self, token_ids):
        if token_ids.shape[1] > self.max_len:
            raise ValueError(f"{token_ids.shape[1]} tokens, at most {self.max_len}")
        vectors = self.tokens(token_ids)
        rows = self.long[: token_ids.numel()].reshape(*token_ids.shape, -1)
        return vectors + rows.to(vectors.dtype)
