"""An answer that calls itself without end.

Scores: 0 1 1
"""

# %% double
def double(x):
    return double(x) if x.dim() == 2 else 2 * x
