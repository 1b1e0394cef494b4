"""Believes that the position vectors have the layout (T, 1, n_embd), as where time comes first.

The new axis is on the wrong side. Where B and T differ, the sum fails or has a wrong shape; where they are equal it
runs, and position vectors go by the row of the batch.

Look at: Write the shapes of the two summands one below the other, from the right.
"""

from torch import nn


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.tok = TokenEmbedding(config)
        self.pos = PositionalEmbedding(config)

    def forward(self, idx):
        pos = self.pos(idx.shape[1], idx.device).unsqueeze(1)
        return self.tok(idx) + pos
