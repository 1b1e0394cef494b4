"""Believes that the input layer gives one vector for each text.

The mean over the tokens is returned: (B, n_embd).

Look at: Does every token still have a vector of its own?
"""

from torch import nn


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.tok = TokenEmbedding(config)
        self.pos = PositionalEmbedding(config)

    def forward(self, idx):
        x = self.tok(idx) + self.pos(idx.shape[1], idx.device)
        return x.mean(dim=1)
