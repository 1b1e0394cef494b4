"""All cells have one id, and names that are no strings."""

# %% edit
for number, cell in enumerate(nb.cells):
    if "nbgrader" not in cell.metadata:
        cell.metadata["nbgrader"] = [None, 7, "x", {"grade_id": ["double"]}, {"grade_id": {}}][number % 5]
