"""Checksums and schema versions are others."""

# %% edit
for cell in nb.cells:
    if "nbgrader" in cell.metadata:
        cell.metadata.nbgrader.checksum = "0" * 32
        cell.metadata.nbgrader.schema_version = 99
