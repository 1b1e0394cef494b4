"""Believes that block_size limits the tokens of a whole batch.

Embeddings compares the number of all tokens, B * T, with block_size. Most batches of short sequences are refused.

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
        B, T = idx.shape
        n_tokens = B * T
        if n_tokens > self.block_size:
            raise ValueError(f"{n_tokens} tokens do not fit into a block of {self.block_size}")
        return self.tok(idx) + self.pos(T, idx.device)
