"""The interpreter's own objects are overwritten.

Status: crashed
Attention: ^code cell \d+: Your code ended the process
"""

# %% last
import ctypes

for thing in (None, True, 1, "", (), type, int):
    ctypes.memset(id(thing), 0, 32)
