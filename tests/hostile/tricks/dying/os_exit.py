"""A cell ends the process: the next cells find a new one.

Status: crashed
Attention: ^code cell 1: Your code ended the process
Also: landlock
"""

# %% first
import os

os._exit(0)
