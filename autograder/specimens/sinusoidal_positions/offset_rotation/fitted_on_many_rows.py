"""With many sampled rows, least squares finds the exact rotation.

The slow pairs hardly move over the sample, so the rows have next to no part in some directions. For small d_model the
fit is right; for larger ones those directions are lost, and the matrix is not made of 2 x 2 rotations.

Look at: R times its transpose for d_model = 64. For a rotation it is the identity.
"""

import torch


def offset_rotation(k, d_model):
    rates = 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)

    def table(first):
        angle = torch.outer(torch.arange(first, first + 512, dtype=torch.float64), rates)
        return torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(1)

    return (torch.linalg.pinv(table(0)) @ table(k)).T
