"""A locked cell defines what the answer needs differently: the original is used.

Scores: 0 1 1
Attention: (?i)chang
"""

# %% double
def double(x):
    return FACTOR * x / 2 if FACTOR == 4 else x

# %% edit
for cell in nb.cells:
    cell.source = cell.source.replace("FACTOR = 2", "FACTOR = 4")
