"""Believes that token ids may as well be a list.

The right tokens come back, as a Python list of lists. A module cannot take that as input.

Look at: Print the type of the result.
"""


def crop_to_block_size(idx, block_size):
    return [row[-block_size:] for row in idx.tolist()]
