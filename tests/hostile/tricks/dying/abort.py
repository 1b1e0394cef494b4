"""The process aborts.

Status: crashed
Attention: ^code cell 1: Your code ended the process
"""

# %% first
import os

os.abort()
