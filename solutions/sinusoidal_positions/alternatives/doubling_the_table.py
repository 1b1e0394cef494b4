"""The table is doubled until it is long enough: rows 0 to n - 1, turned by n, are rows n to 2n - 1."""

import torch


def sinusoidal_pe(max_len, d_model):
    pairs = (d_model + 1) // 2
    rate = 10000.0 ** (-2 * torch.arange(pairs, dtype=torch.float64) / d_model)
    sin, cos = torch.zeros(1, pairs, dtype=torch.float64), torch.ones(1, pairs, dtype=torch.float64)
    while len(sin) < max_len:
        s, c = torch.sin(len(sin) * rate), torch.cos(len(sin) * rate)
        sin, cos = torch.cat([sin, sin * c + cos * s]), torch.cat([cos, cos * c - sin * s])
    pe = torch.zeros(max_len, 2 * pairs)
    pe[:, 0::2] = sin[:max_len]
    pe[:, 1::2] = cos[:max_len]
    return pe[:, :d_model]
