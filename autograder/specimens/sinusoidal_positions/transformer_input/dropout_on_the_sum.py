"""As in the usual tutorial, dropout follows the sum.

While the module trains, a tenth of the entries are zero and the others larger: two calls differ.
In eval mode all is right.

Look at: two calls with the same tokens, the module as it comes.
"""

import torch.nn as nn


class TransformerInput(nn.Module):
    def __init__(self, vocab_size, d_model, max_len, dropout=0.1):
        super().__init__()
        self.max_len = max_len
        self.embedding = nn.Embedding(vocab_size, d_model)
        self.dropout = nn.Dropout(dropout)
        self.register_buffer("pe", sinusoidal_pe(max_len, d_model), persistent=False)

    def forward(self, token_ids):
        n = token_ids.size(1)
        if n > self.max_len:
            raise ValueError(f"{n} tokens, but only {self.max_len} positions")
        x = self.embedding(token_ids)
        return self.dropout(x + self.pe[:n].to(x.dtype))
