"""A constant may be cut off after some digits.

With 3.1415 in place of π every wavelength is short by 3 parts in 100,000: for the slowest pairs, by more than a
position.

Look at: which digit follows the last one of your π, and where Python keeps all of them.
"""

import torch


def wavelengths(d_model):
    exponent = torch.arange(0, d_model, 2, dtype=torch.float64) / d_model
    return 2 * 3.1415 * 10000.0**exponent
