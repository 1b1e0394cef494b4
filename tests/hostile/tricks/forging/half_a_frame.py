"""A frame that never ends: the cell's time runs out.

Status: timed-out
Attention: ^code cell \d+: Your code ran longer
"""

# %% last
import os
import stat
import struct


def is_socket(number):
    try:
        return stat.S_ISSOCK(os.fstat(number).st_mode)
    except OSError:
        return False


wire = next(number for number in range(3, 256) if is_socket(number))
import time

os.write(wire, b"\0\0\1\0\0\0\0\0{")
time.sleep(60)
