"""Believes that block_size limits every axis.

Rows of the batch are lost as well as tokens.

Look at: Count the rows of the result where B is larger than block_size.
"""


def crop_to_block_size(idx, block_size):
    return idx[-block_size:, -block_size:]
