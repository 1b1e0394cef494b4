"""Different positions have rows at right angles, as different one-hot vectors have.

Chosen was a dot product of 0 for every offset but 0. Rows that are all different need not be orthogonal, and these
are not.

Look at: the lowest similarity among the first 1,000 offsets, and how far the slow pairs turn in that many steps.
"""

quiz_dot_product = "d"
