"""The module is thought to know how long the texts in training were, and to refuse longer ones.

The cap and the training are mixed up. The answer expects a ValueError at a length that is below
block_size.

Look at: what your check compares the length with, and when that number was fixed.
"""

quiz_unseen = "b"
