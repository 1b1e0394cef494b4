"""Believes that a text has to fill the block.

A text shorter than block_size is refused.

Look at: What should happen to a text that fits?
"""


def crop_to_block_size(idx, block_size):
    if idx.shape[1] < block_size:
        raise ValueError(f"only {idx.shape[1]} tokens for a block of {block_size}")
    return idx[:, -block_size:]
