"""Believes that an index and a slice are the same.

One token of each row comes back, and the axis of time is gone.

Look at: Print the shape of the result.
"""


def crop_to_block_size(idx, block_size):
    if idx.shape[1] <= block_size:
        return idx
    return idx[:, -block_size]
