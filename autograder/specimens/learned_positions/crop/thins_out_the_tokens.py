"""Believes that cropping means taking fewer tokens from everywhere.

Every second or third token is kept, so that neighbours are no neighbours any more.

Look at: Crop the numbers 0 to 11 to 4, and print what is left.
"""


def crop_to_block_size(idx, block_size):
    step = max(1, idx.shape[1] // block_size)
    return idx[:, ::step][:, -block_size:]
