"""Believes that every tensor can be viewed in another shape.

The tokens are flattened with .view, which fails for a transposed tensor.

Look at: Pass the transpose of a matrix.
"""


def crop_to_block_size(idx, block_size):
    B, T = idx.shape
    return idx.view(B * T).view(B, T)[:, -block_size:]
