"""The angles as an outer product by einsum; sines and cosines written through index tensors."""

import math

import torch


def sinusoidal_pe(max_len, d_model):
    even, odd = torch.arange(0, d_model, 2), torch.arange(1, d_model, 2)
    rate = torch.exp2(-math.log2(10000.0) / d_model * even.double())
    angle = torch.einsum("i,j->ij", torch.arange(max_len, dtype=torch.float64), rate)
    pe = torch.empty(max_len, d_model, dtype=torch.float32)
    pe[:, even] = angle.sin().float()
    pe[:, odd] = angle.cos().float()[:, : len(odd)]
    return pe
