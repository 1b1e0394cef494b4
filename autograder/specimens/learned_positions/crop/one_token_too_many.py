"""Believes that the start of a slice is not itself part of it.

One token more than block_size is kept of a long input, and the next module refuses it.

Look at: Count the tokens of the result for an input that is two tokens too long.
"""


def crop_to_block_size(idx, block_size):
    start = max(0, idx.shape[1] - block_size - 1)
    return idx[:, start:]
