"""A wave is over when it comes back to zero, after pi radians.

After pi radians a sine is at zero and going the other way. Every value is half of what it should be.

Look at: after how many radians both the sine and the cosine repeat.
"""

import numpy as np
import torch


def wavelengths(d_model):
    return torch.from_numpy(np.pi * 10000.0 ** (np.arange(0, d_model, 2) / d_model))
