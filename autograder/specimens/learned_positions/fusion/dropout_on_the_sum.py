"""Believes that the dropout that GPT-2 applies next belongs to this module.

In training mode entries are set to zero at random and the others are enlarged. In eval mode all is right.

Look at: Call it twice in training mode with the same input.
"""

from torch import nn


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.tok = TokenEmbedding(config)
        self.pos = PositionalEmbedding(config)
        self.drop = nn.Dropout(p=0.1)

    def forward(self, idx):
        x = self.tok(idx) + self.pos(idx.shape[1], idx.device)
        return self.drop(x)
