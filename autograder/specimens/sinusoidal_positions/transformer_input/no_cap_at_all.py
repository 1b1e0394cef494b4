"""A sinusoid goes on for ever, so there is no length to check.

The formula does go on. The module was given max_len and has to keep to it, but longer input passes.

Look at: what happens for max_len + 1 tokens.
"""

import torch.nn as nn


class TransformerInput(nn.Module):
    def __init__(self, vocab_size, d_model, max_len):
        super().__init__()
        self.d_model = d_model
        self.embed = nn.Embedding(vocab_size, d_model)

    def forward(self, token_ids):
        x = self.embed(token_ids)
        return x + sinusoidal_pe(x.size(1), self.d_model).to(x)
