"""Believes that the width comes first and the number of rows second.

The table is (n_embd, block_size) and is read as if it were (block_size, n_embd): the vectors are block_size long,
and there are only n_embd of them.

Look at: Print the shape of the table. What should each of its two numbers be?
"""

from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.wpe = nn.Embedding(config.n_embd, config.block_size)

    def forward(self, T, device):
        if T > self.block_size:
            raise ValueError(f"this model reads {self.block_size} tokens, not {T}")
        return self.wpe.weight[:T]
