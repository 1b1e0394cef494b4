"""The marking cell of an easy task stands there ten times.

Scores: 0 1 1
Attention: .
"""

# %% double
def double(x):
    return x

# %% edit
import copy

for _ in range(10):
    nb.cells.append(copy.deepcopy(find("quiz")))
    nb.cells[-1].id = f"copy-{len(nb.cells)}"
