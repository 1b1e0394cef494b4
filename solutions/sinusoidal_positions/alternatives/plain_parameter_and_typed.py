"""Type-annotated: the token table is a bare Parameter used with F.embedding, the encoding a declared buffer."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F


class TransformerInput(nn.Module):
    max_len: int
    encoding: Tensor

    def __init__(self, vocab_size: int, d_model: int, max_len: int) -> None:
        super().__init__()
        self.max_len = max_len
        self.table = nn.Parameter(torch.empty(vocab_size, d_model).normal_(std=0.02))
        self.register_buffer("encoding", sinusoidal_pe(max_len, d_model), persistent=False)

    def forward(self, token_ids: Tensor) -> Tensor:
        self._check(token_ids)
        vectors: Tensor = F.embedding(token_ids, self.table)
        return torch.add(vectors, self.encoding[: token_ids.size(1)].to(vectors))

    def _check(self, token_ids: Tensor) -> None:
        if (n := token_ids.size(1)) > self.max_len:
            raise ValueError(f"at most {self.max_len} tokens, not {n}")
