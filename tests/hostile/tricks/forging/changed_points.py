"""The marking cell's points are a thousand.

Scores: 0 1 1
"""

# %% double
def double(x):
    return x

# %% edit
for cell in nb.cells:
    if "points" in cell.metadata.get("nbgrader", {}):
        cell.metadata.nbgrader.points = 1000
