"""Believes that the first axis of the input is the one that is limited.

Embeddings compares the number of sequences with block_size. A large batch of short sequences is refused.

Look at: Print the shape of `idx`. Which of its two numbers does the table limit?
"""

from torch import nn


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.tok = TokenEmbedding(config)
        self.pos = PositionalEmbedding(config)

    def forward(self, idx):
        if len(idx) > self.block_size:
            raise ValueError(f"input of length {len(idx)} is longer than {self.block_size}")
        return self.tok(idx) + self.pos(idx.shape[1], idx.device)
