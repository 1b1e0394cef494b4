"""Believes that token 0 is padding.

In GPT-2, token 0 is an exclamation mark. With padding_idx its row gets no gradient and never learns.

Look at: Print the gradient of row 0 of the token table, for an input that has token 0 in it.
"""

from torch import nn


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.wte = nn.Embedding(config.vocab_size, config.n_embd, padding_idx=0)
        self.pos = PositionalEmbedding(config)

    def forward(self, idx):
        return self.wte(idx) + self.pos(idx.shape[1], idx.device)
