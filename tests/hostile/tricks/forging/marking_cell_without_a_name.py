"""A marking cell has lost its name: its task is judged all the same.

Attention: ^metadata are lost
"""

# %% edit
del find("double").metadata["nbgrader"]
