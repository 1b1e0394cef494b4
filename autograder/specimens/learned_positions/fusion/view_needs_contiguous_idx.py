"""Believes that every tensor can be viewed in another shape.

`view` needs a layout that fits. A transposed or strided input ends in RuntimeError; an input that was just made is
right.

Look at: Call it with `idx.t()`, and print `idx.t().is_contiguous()`.
"""

from torch import nn


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.n_embd = config.n_embd
        self.tok = TokenEmbedding(config)
        self.pos = PositionalEmbedding(config)

    def forward(self, idx):
        B, T = idx.shape
        tok = self.tok(idx.view(B * T)).view(B, T, self.n_embd)
        return tok + self.pos(T, idx.device)
