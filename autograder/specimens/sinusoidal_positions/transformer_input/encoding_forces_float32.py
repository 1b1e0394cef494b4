"""The encoding is float32 and the sum takes care of the rest.

The encoding is kept in float32 when the module is made half precision, and half plus float32 is float32: the result no
longer has the token vectors' dtype.

Look at: the dtype of the output after module.half().
"""

import torch.nn as nn


class TransformerInput(nn.Module):
    def __init__(self, vocab_size, d_model, max_len):
        super().__init__()
        self.max_len = max_len
        self.tokens = nn.Embedding(vocab_size, d_model)
        self.register_buffer("encoding", sinusoidal_pe(max_len, d_model), persistent=False)

    def forward(self, token_ids):
        length = token_ids.shape[1]
        if length > self.max_len:
            raise ValueError(f"length {length} is over the maximum of {self.max_len}")
        return self.tokens(token_ids) + self.encoding[:length].float()
