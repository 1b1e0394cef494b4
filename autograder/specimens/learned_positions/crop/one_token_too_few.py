"""Believes that a place must be kept free for the next token.

One token fewer than block_size is kept of a long input.

Look at: Count the tokens of the result for an input that is one token too long.
"""


def crop_to_block_size(idx, block_size):
    T = idx.size(1)
    if T > block_size:
        return idx[:, T - block_size + 1 :]
    return idx
