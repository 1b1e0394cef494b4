"""Believes that the beginning of a text is what matters.

The first block_size tokens are kept. The next token follows on the last ones, and those are thrown away.

Look at: Is the last token of the input in the result?
"""


def crop_to_block_size(idx, block_size):
    return idx[:, :block_size]
