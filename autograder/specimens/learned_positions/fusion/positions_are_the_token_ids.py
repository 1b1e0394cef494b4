"""Believes that the position table is indexed with the input, like the token table.

The token ids are used as positions. A token has the same vector wherever it stands.

Look at: Put one token twice into one sequence, and compare its vectors. What does a row of the position table stand
for?
"""

from torch import nn


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.wte = nn.Embedding(config.vocab_size, config.n_embd)
        self.wpe = nn.Embedding(config.block_size, config.n_embd)

    def forward(self, idx):
        if idx.shape[1] > self.block_size:
            raise ValueError(f"block_size is {self.block_size}, the input has {idx.shape[1]} tokens")
        return self.wte(idx) + self.wpe(idx % self.block_size)
