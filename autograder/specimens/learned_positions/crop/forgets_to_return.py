"""Believes that assigning to the argument's name changes what the caller has.

The cropped tokens are assigned to a name in the function, and nothing is returned.

Look at: Print the type of the result.
"""


def crop_to_block_size(idx, block_size):
    idx = idx[:, -block_size:]
