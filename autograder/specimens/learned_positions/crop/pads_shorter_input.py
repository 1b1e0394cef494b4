"""Believes that the result must always be block_size long.

A shorter input is filled up with zeros, and 0 is a real token. A long input is cropped as it should be.

Look at: Print the result for an input that is shorter than block_size.
"""

import torch.nn.functional as F


def crop_to_block_size(idx, block_size):
    missing = block_size - idx.shape[1]
    if missing > 0:
        return F.pad(idx, (missing, 0), value=0)
    return idx[:, -block_size:]
