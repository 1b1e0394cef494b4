"""The table is thought to be a ring: a new token takes the row that a dropped token has left.

Rows are seen as slots which tokens occupy and leave. The answer gives the newest token the first
row, while all others keep theirs.

Look at: which token is the first in the cropped input, and which row the first token of any input
gets.
"""

quiz_crop = "c"
