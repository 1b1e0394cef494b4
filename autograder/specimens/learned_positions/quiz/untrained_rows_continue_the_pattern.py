"""A learned table is thought to generalise: rows that were never used follow those that were.

Each row is its own set of parameters, and nothing ties it to its neighbours. The answer expects
sensible vectors where no gradient has ever been.

Look at: which rows a call with T = 256 sends a gradient to, and how a formula differs from a table.
"""

quiz_unseen = "c"
