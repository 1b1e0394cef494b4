"""Believes that cropping means making the given tensor shorter.

The argument itself is cut. The result is right; the caller has lost the earlier tokens.

Look at: Print the shape of `idx` before and after the call.
"""


def crop_to_block_size(idx, block_size):
    idx.data = idx.data[:, -block_size:]
    return idx
