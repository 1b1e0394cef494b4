"""Rows of a non-persistent buffer are looked up with F.embedding; a module of its own holds the encoding."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class FixedPositions(nn.Module):
    def __init__(self, max_len, d_model):
        super().__init__()
        self.register_buffer("rows", sinusoidal_pe(max_len, d_model), persistent=False)

    def forward(self, length):
        if length > self.rows.shape[0]:
            raise ValueError(f"positions up to {length - 1} were asked for, the last is {self.rows.shape[0] - 1}")
        return F.embedding(torch.arange(length, device=self.rows.device), self.rows)


class TransformerInput(nn.Module):
    def __init__(self, vocab_size, d_model, max_len):
        super().__init__()
        self.words = nn.Embedding(vocab_size, d_model)
        self.positions = FixedPositions(max_len, d_model)

    def forward(self, token_ids):
        _, length = token_ids.shape
        return self.positions(length) + self.words(token_ids)
