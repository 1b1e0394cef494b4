"""Believes that a function may end without a result when there is nothing to do.

A long input is cropped. For an input that fits, the function returns None.

Look at: Print what the call gives back for a short input.
"""


def crop_to_block_size(idx, block_size):
    if idx.shape[1] > block_size:
        return idx[:, -block_size:]
