"""Believes that a long input is refused here as well.

A long input gives ValueError. Cropping is what a caller does so that there is no error.

Look at: What is asked for when the input is longer than block_size?
"""


def crop_to_block_size(idx, block_size):
    if idx.shape[1] > block_size:
        raise ValueError(f"{idx.shape[1]} tokens are more than {block_size}")
    return idx
