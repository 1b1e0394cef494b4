"""Believes that the model remembers what it has read.

Only the last token is kept, whatever block_size is.

Look at: How many tokens come back when T is 12 and block_size is 5?
"""


def crop_to_block_size(idx, block_size):
    return idx[:, -1:]
