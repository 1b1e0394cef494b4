"""Believes that T - block_size is a good start for every input.

For a long input it is. For a shorter one the start is negative, counts from the end, and tokens go missing.

Look at: Print where the slice starts for an input that is one token shorter than block_size.
"""


def crop_to_block_size(idx, block_size):
    B, T = idx.shape
    return idx[:, T - block_size :]
