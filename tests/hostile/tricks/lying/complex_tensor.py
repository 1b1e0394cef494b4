"""Right numbers of another kind: what is right is paid for, the integers are not.

Scores: 1.5 1 1
"""

# %% double
def double(x):
    return 2 * x + 0j
