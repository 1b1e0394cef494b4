"""A frame that says that it has four thousand million bytes.

Status: crashed
Attention: ^code cell 1: Your code broke the connection
Also: landlock
"""

# %% first
import os
import stat
import struct


def is_socket(number):
    try:
        return stat.S_ISSOCK(os.fstat(number).st_mode)
    except OSError:
        return False


wire = next(number for number in range(3, 256) if is_socket(number))
os.write(wire, b"\xff" * 8 + b"{}" * 100)
