"""isinstance says yes to everything, to the servant too: its process says nothing more, and the next cells find another.

Status: crashed
Attention: ^code cell 1: Your code ended the process
"""

# %% first
import builtins

builtins.isinstance = lambda *a: True
