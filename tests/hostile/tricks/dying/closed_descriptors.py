"""All descriptors are closed, the wire among them.

Status: crashed
Attention: ^code cell 1: Your code ended the process
"""

# %% first
import os

os.closerange(0, 256)
