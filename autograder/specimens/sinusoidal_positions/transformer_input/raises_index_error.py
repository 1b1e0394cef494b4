"""Too many tokens are an IndexError, since there is no such row.

The message is clear, but a caller who expects a ValueError does not catch it.

Look at: the class of the exception that the text names.
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
            raise IndexError(f"{token_ids.shape[1]} tokens, at most {self.max_len}")
        vectors = self.tokens(token_ids)
        return vectors + self.encoding[: token_ids.shape[1]].to(vectors.dtype)
