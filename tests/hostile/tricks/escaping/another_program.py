"""The process becomes another program, which keeps the wire open and says nothing.

Status: crashed
Attention: ^code cell \d+: Your code
"""

# %% last
import os

os.execv("/bin/sh", ["sh", "-c", "exit 3"])
