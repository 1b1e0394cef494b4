"""Believes that a function may use its argument as scratch space.

The last tokens are copied to the front of the argument. The result is right; the caller's tensor has been changed.

Look at: Print `idx` before and after the call.
"""


def crop_to_block_size(idx, block_size):
    if idx.shape[1] > block_size:
        idx[:, :block_size] = idx[:, -block_size:].clone()
    return idx[:, :block_size]
