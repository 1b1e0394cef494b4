"""A marking cell that has become markdown."""

# %% edit
cell = find("double")
cell.cell_type = "markdown"
for key in ("outputs", "execution_count"):
    cell.pop(key, None)
