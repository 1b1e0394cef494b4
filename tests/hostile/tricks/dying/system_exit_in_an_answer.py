"""SystemExit in an answer is an exception like any other.

Scores: 0 1 1
"""

# %% double
def double(x):
    raise SystemExit(0)
