"""The kind of an error says enough.

The right kind of error is raised, without a word. The caller learns neither what was too long nor what the limit is.

Look at: `str(error)`. What would its reader want to know?
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
            raise ValueError
        vectors = self.tokens(token_ids)
        return vectors + self.encoding[: token_ids.shape[1]].to(vectors.dtype)
