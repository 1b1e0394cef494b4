"""Believes that the first axis of the input is time.

Each sequence gets one position vector, by its place in the batch, and all of its tokens share it.

Look at: Put one token twice into one sequence, and compare its vectors. Which axis do the positions follow?
"""

from torch import nn


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.tok = TokenEmbedding(config)
        self.pos = PositionalEmbedding(config)

    def forward(self, idx):
        B, T = idx.shape
        if T > self.block_size:
            raise ValueError(f"T={T}, but block_size={self.block_size}")
        pos = self.pos(B, idx.device)
        return self.tok(idx) + pos.view(B, 1, -1)
