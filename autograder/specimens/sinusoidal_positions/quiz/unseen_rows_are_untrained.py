"""Rows of positions that did not occur in training are random, as they would be in a learned table.

Chosen was that the rows from position 128 on are random. That is so for a learned table; this one is not trained at
all.

Look at: the table of differences between fixed and learned, and where the row for a position comes from in each.
"""

quiz_extrapolation = "b"
