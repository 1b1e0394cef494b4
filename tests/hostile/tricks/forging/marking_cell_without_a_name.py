"""A marking cell has lost its name: its task is judged all the same.

Attention: double
"""

# %% edit
del find("double").metadata["nbgrader"]
