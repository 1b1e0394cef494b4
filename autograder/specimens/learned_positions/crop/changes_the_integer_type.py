"""Believes that tokens are always int64.

The tokens come back as int64, whatever they were.

Look at: Compare the number type of the result with that of idx.
"""


def crop_to_block_size(idx, block_size):
    return idx[:, -block_size:].long()
