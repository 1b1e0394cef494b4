"""Believes that positions are counted from the newest token back.

The last token gets position 0 and the first token position T-1.

Look at: Which row of the position table was added to the first token?
"""

from torch import nn


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.tok = TokenEmbedding(config)
        self.pos = PositionalEmbedding(config)

    def forward(self, idx):
        return self.tok(idx) + self.pos(idx.shape[1], idx.device).flip(0)
