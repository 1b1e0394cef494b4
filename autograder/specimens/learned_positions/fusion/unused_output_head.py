"""Believes that GPT-2's output layer is part of its input layer.

Each call is right. A second matrix of the token table's size is built and never used.

Look at: Count the parameters, and print the names in `module.named_parameters()`.
"""

from torch import nn


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.tok = TokenEmbedding(config)
        self.pos = PositionalEmbedding(config)
        self.lm_head = nn.Linear(config.n_embd, config.vocab_size, bias=False)

    def forward(self, idx):
        return self.tok(idx) + self.pos(idx.shape[1], idx.device)
