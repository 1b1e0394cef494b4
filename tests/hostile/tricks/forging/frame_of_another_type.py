"""Frames that are JSON and no answers, sent before the question.

Scores: 2 1 1 or 0 0 0
Status: crashed
Attention: ^(double|quadruple|quiz|code cell \d+): .*(broke the connection|ended the process)
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
for text in (b"[]", b"null", b"7", b'"x"', b'{"ok": {"kind": "tensor", "shape": [NaN], "data": 1e999}}'):
    os.write(wire, struct.pack("!II", len(text), 0) + text)
