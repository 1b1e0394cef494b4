"""Builtins that the servant needs are gone: its process says nothing more, and the next cells find another.

Status: crashed
Attention: ^code cell 1: Your code ended the process
"""

# %% first
import builtins

for name in ("len", "getattr", "isinstance", "range", "ValueError"):
    delattr(builtins, name)
