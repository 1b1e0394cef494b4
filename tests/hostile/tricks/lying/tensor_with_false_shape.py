"""A tensor that says that it has another shape, dtype and device than its data.

Scores: 0 1 1
Attention: ^(double|quadruple): in a check
"""

# %% double
import torch


class False_(torch.Tensor):
    shape = property(lambda self: torch.Size([7, 7]))
    dtype = property(lambda self: torch.int64)
    device = property(lambda self: torch.device("cuda"))


def double(x):
    return (2 * torch.Tensor(x)).as_subclass(False_)
