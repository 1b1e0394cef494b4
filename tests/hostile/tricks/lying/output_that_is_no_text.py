"""A display that cannot be sent costs the cell's process and nothing else.

Status: crashed
Attention: ^code cell \d+: Your code ended the process
"""

# %% last
from IPython.display import display

display({"application/json": object()}, raw=True)
