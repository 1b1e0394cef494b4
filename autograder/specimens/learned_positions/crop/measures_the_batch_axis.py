"""Believes that len(idx) is the number of tokens.

The number of rows decides whether anything is cropped.

Look at: What is len(idx) for a batch of shape (3, 12)?
"""


def crop_to_block_size(idx, block_size):
    if len(idx) <= block_size:
        return idx
    return idx[:, -block_size:]
