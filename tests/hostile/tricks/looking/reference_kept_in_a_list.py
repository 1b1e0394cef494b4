"""What is filled in for a missing answer is looked at by the function that calls it, and shown by a later cell.

Scores: 0 1 1
Attention: ^double was not attempted
Says: kept: \[\]
"""

# %% first
kept = []

# %% double

# %% quadruple
def quadruple(x):
    kept.append((double.__code__.co_consts, double.__code__.co_names))
    return 4 * x if kept else double(double(x))

# %% last
print("kept:", kept)
