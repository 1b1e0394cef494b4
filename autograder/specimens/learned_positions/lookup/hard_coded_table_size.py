"""Believes that the table always has GPT-2's size.

1,024 and 768 are typed into the code and the config is not asked. Only GPT-2's own size is right.

Look at: Print the shape of the result for a small config.
"""

from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.block_size = config.block_size
        self.wpe = nn.Embedding(1024, 768)

    def forward(self, T, device):
        if T > self.block_size:
            raise ValueError(f"this model reads {self.block_size} tokens, not {T}")
        return self.wpe.weight[:T]
