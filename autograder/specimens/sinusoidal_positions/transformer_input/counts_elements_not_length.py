"""max_len bounds the number of tokens in the batch.

A batch of short rows is refused as soon as all its rows together hold more than max_len tokens.

Look at: which axis of token_ids max_len is about.
"""

from torch import nn


class TransformerInput(nn.Module):
    def __init__(self, vocab_size, d_model, max_len):
        super().__init__()
        self.max_len = max_len
        self.tokens = nn.Embedding(vocab_size, d_model)
        self.register_buffer("encoding", sinusoidal_pe(max_len, d_model), persistent=False)

    def forward(self, token_ids):
        if token_ids.numel() > self.max_len:
            raise ValueError(f"{token_ids.numel()} tokens, at most {self.max_len}")
        vectors = self.tokens(token_ids)
        return vectors + self.encoding[: token_ids.shape[1]].to(vectors.dtype)
