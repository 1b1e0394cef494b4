"""The rows of a short input are the last ones of the table.

The first token gets the encoding of position max_len - T.

Look at: row 0 of the encoding, and the first token of an input that is shorter than max_len.
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
        return vectors + self.encoding[self.max_len - token_ids.shape[1] :].to(vectors.dtype)
