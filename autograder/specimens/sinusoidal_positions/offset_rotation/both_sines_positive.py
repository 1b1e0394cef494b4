"""Both addition theorems have a plus: [[cos, sin], [sin, cos]].

The sines of PE[p + k] come out right, the cosines do not, and the block is no rotation.

Look at: the sign in the addition theorem for cos(a + b).
"""

import numpy as np
import torch


def offset_rotation(k, d_model):
    theta = k * np.power(10000.0, -np.arange(0, d_model, 2) / d_model)
    R = np.kron(np.diag(np.cos(theta)), np.eye(2)) + np.kron(np.diag(np.sin(theta)), [[0, 1], [1, 0]])
    return torch.from_numpy(R)
