"""Tensors without strides: nested, sparse, of eight-bit floats.

Scores: 0 1 1
"""

# %% double
import itertools

import torch

odd = itertools.cycle(
    [
        lambda: torch.nested.nested_tensor([torch.ones(2), torch.ones(3)]),
        lambda: torch.ones(2, 3).to(torch.float8_e4m3fn),
        lambda: torch.sparse_coo_tensor(size=(1 << 20, 1 << 20)),
    ]
)


def double(x):
    return next(odd)()
