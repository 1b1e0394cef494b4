"""Positions are small whole numbers, so bfloat16 holds them.

bfloat16 has 8 significant bits: 257, 259 and many later numbers do not exist in it. Past position 256 neighbouring
rows become equal.

Look at: rows 256 and 257 of a long table. Print the positions that you multiply by the rates.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pos = torch.arange(max_len).to(torch.bfloat16)
    angle = pos.double().unsqueeze(1) * 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    pe = torch.zeros(max_len, d_model)
    pe[:, 0::2] = angle.sin()
    pe[:, 1::2] = angle[:, : d_model // 2].cos()
    return pe
