"""The table is built faster with a fixed number of threads.

The table is right. From then on the whole program runs on that many threads, whatever its owner chose.

Look at: torch.get_num_threads() before and after a call.
"""

import torch


def sinusoidal_pe(max_len, d_model):
    torch.set_num_threads(3)
    pos = torch.arange(max_len, dtype=torch.float64)[:, None]
    angle = pos / 10000.0 ** (torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    return torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(1)[:, :d_model].float()
