"""Rows of the table which training never reached are thought to be zero.

No training is taken to mean no value. The answer forgets that the table is filled before the
training starts.

Look at: what the question says about the table at the start, and what plain gradient descent does
to a row whose gradient is zero.
"""

quiz_unseen = "d"
