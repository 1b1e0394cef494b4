"""Cropping is thought to keep the first tokens and to leave out what no longer fits.

The answer drops the newest token, so the model would write on without seeing what it has just
written.

Look at: which end of the text `crop_to_block_size` keeps, and why that end matters for the next
token.
"""

quiz_crop = "d"
