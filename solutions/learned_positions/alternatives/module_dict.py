"""nanoGPT's ModuleDict with the names wte and wpe, in both classes."""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.transformer = nn.ModuleDict({"wpe": nn.Embedding(config.block_size, config.n_embd)})
        self.apply(self._init_weights)

    def _init_weights(self, module):
        if isinstance(module, nn.Embedding):
            nn.init.normal_(module.weight, mean=0.0, std=0.02)

    def forward(self, T, device):
        if T > self.config.block_size:
            raise ValueError(f"Cannot forward {T} tokens, block size is only {self.config.block_size}")
        return self.transformer.wpe(torch.arange(0, T, dtype=torch.long, device=device))


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.transformer = nn.ModuleDict({"wte": TokenEmbedding(config), "wpe": PositionalEmbedding(config)})

    def forward(self, idx):
        device = idx.device
        b, t = idx.size()
        tok_emb = self.transformer["wte"](idx)  # (b, t, n_embd)
        pos_emb = self.transformer["wpe"](t, device)  # (t, n_embd)
        return tok_emb + pos_emb


def crop_to_block_size(idx, block_size):
    # if the sequence context is growing too long we must crop it at block_size
    return idx if idx.size(1) <= block_size else idx[:, -block_size:]
