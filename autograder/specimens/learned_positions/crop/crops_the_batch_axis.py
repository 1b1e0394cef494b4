"""Believes that a slice without a comma cuts along time.

The slice takes the last sequences of the batch, and each keeps its full length.

Look at: Compare the shapes of input and result: which of the two numbers has changed?
"""


def crop_to_block_size(idx, block_size):
    return idx[-block_size:]
