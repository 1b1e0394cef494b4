"""Tags say that no locked cell is to be run.

Scores: 0 1 1
"""

# %% double
def double(x):
    return x

# %% edit
for cell in nb.cells:
    if "nbgrader" in cell.metadata and cell.metadata.nbgrader.locked:
        cell.metadata.tags = ["skip-execution"]
