"""Believes that a layer that is never called costs nothing.

The sum is right. A layer that mixes the features is built and never used: its parameters are counted, stored, and
handed to the optimizer.

Look at: Print the names in `module.named_parameters()`. Which of them does `forward` use?
"""

from torch import nn


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.tok = TokenEmbedding(config)
        self.pos = PositionalEmbedding(config)
        self.mix = nn.Linear(config.n_embd, config.n_embd)

    def forward(self, idx):
        return self.tok(idx) + self.pos(idx.shape[1], idx.device)
