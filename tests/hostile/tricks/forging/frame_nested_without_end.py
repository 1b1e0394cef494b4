"""A frame of a million brackets.

Status: crashed
Attention: ^code cell 1: Your code broke the connection
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
text = b"[" * 100_000
os.write(wire, struct.pack("!II", len(text), 0) + text)
