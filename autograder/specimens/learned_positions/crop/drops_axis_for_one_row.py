"""Believes that a batch of one is the same as a single sequence.

With one row in the batch the batch axis is dropped and the result is (T,).

Look at: Count the axes of the result for a batch of one.
"""


def crop_to_block_size(idx, block_size):
    cropped = idx[:, -block_size:]
    return cropped.squeeze(0)
