"""Believes that turning the tokens round and cutting the front is all there is to it.

The right tokens are kept, newest first. Their order is part of the text.

Look at: Compare the order of the tokens in the input and in the result.
"""

import torch


def crop_to_block_size(idx, block_size):
    if idx.shape[1] <= block_size:
        return idx
    newest_first = torch.flip(idx, dims=[1])
    return newest_first[:, :block_size]
