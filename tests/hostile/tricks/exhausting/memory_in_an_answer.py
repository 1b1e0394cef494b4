"""An answer that fills the memory costs its own task.

Scores: 0 1 1
"""

# %% double
def double(x):
    drops = []
    while x.dim() == 2:
        drops.append(bytes(1 << 20))
    return 2 * x
