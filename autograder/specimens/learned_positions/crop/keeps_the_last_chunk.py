"""Believes that cropping cuts a text into blocks and keeps the last one.

The text is split into blocks from its beginning, and what is left over at the end is kept.

Look at: How many tokens come back when T is 12 and block_size is 5?
"""


def crop_to_block_size(idx, block_size):
    return idx.split(block_size, dim=1)[-1]
