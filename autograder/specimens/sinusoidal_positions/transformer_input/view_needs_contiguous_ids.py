"""view gives any tensor any shape.

token_ids that do not lie in memory row by row, such as a transposed batch, fail.

Look at: what the documentation says that view asks of a tensor.
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
        vectors = self.tokens(token_ids.view(-1)).view(*token_ids.shape, -1)
        return vectors + self.encoding[: token_ids.shape[1]].to(vectors.dtype)
