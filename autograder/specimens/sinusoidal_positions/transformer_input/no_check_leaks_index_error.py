"""Looking up a position that does not exist fails by itself.

It does on the CPU, with an IndexError that does not name max_len. On other devices the same lookup may return
rubbish or end the process.

Look at: the class of the error for max_len + 1 tokens.
"""

import torch
import torch.nn as nn
import torch.nn.functional as F


class TransformerInput(nn.Module):
    def __init__(self, vocab_size, d_model, max_len):
        super().__init__()
        self.tokens = nn.Embedding(vocab_size, d_model)
        self.register_buffer("pe", sinusoidal_pe(max_len, d_model), persistent=False)

    def forward(self, token_ids):
        positions = torch.arange(token_ids.size(1), device=token_ids.device)
        return self.tokens(token_ids) + F.embedding(positions, self.pe)
