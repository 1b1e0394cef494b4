"""Models live on the GPU, so the table is made there.

On a machine without CUDA the call fails. On one with CUDA the caller gets a tensor on a device that was never asked
for.

Look at: what happens on a machine without a GPU. The function is told no device.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    pos = torch.arange(max_len, dtype=torch.float64, device="cuda").unsqueeze(1)
    angle = pos / 10000.0 ** (torch.arange(0, d_model, 2, dtype=torch.float64, device="cuda") / d_model)
    pe = torch.zeros(max_len, d_model, device="cuda")
    pe[:, 0::2] = torch.sin(angle)
    pe[:, 1::2] = torch.cos(angle[:, : d_model // 2])
    return pe
