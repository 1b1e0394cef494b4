"""A notebook of five hundred cells more."""

# %% edit
from nbformat.v4 import new_code_cell

nb.cells += [new_code_cell("") for _ in range(500)]
