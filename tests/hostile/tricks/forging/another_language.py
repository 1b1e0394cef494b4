"""The kernel is said to be another language's."""

# %% edit
nb.metadata["kernelspec"] = {"name": "ir", "display_name": "R", "language": "R"}
nb.metadata["language_info"] = {"name": "R"}
