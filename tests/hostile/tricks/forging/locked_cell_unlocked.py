"""A locked cell says that it is not locked.

Scores: 2 1 1
Attention: (?i)chang
"""

# %% edit
for cell in nb.cells:
    if "FACTOR = 2" in cell.source:
        cell.source = cell.source.replace("FACTOR = 2", "FACTOR = 4")
        cell.metadata.nbgrader.update(locked=False, solution=True, grade=False)
