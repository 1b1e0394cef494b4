"""Believes that the lookup fails in the same way on every device.

The lookup's IndexError is turned into ValueError. That works on the CPU. On CUDA the failed lookup is no IndexError
and spoils the process; on meta nothing is raised.

Look at: Move the module to the meta device and make the same call there.
"""

import torch
from torch import nn


class PositionalEmbedding(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.wpe = nn.Embedding(config.block_size, config.n_embd)

    def forward(self, T, device):
        pos = torch.arange(T, device=device)
        try:
            out = self.wpe(pos)
        except IndexError as error:
            raise ValueError(f"{T} positions are more than the table has") from error
        return out
