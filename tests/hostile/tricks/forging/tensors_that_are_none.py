"""Frames whose tensors are no safetensors, or say that they are larger than they are.

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
text, blob = b'{"ok": {"\\u0000tensor": "0"}}', b"\xff\xff\xff\xff\xff\xff\xff\x7f{}"
os.write(wire, struct.pack("!II", len(text), len(blob)) + text + blob)
