"""A read at address 0.

Status: crashed
Attention: ^code cell 1: Your code ended the process
"""

# %% first
import ctypes

ctypes.string_at(0)
