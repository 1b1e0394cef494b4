"""An answer that writes a good reply on the wire, and ends the process.

Scores: 0 1 1
Attention: ^double: .*ended the process
"""

# %% double
import os
import stat
import struct


def is_socket(number):
    try:
        return stat.S_ISSOCK(os.fstat(number).st_mode)
    except OSError:
        return False


wire = next(number for number in range(3, 256) if is_socket(number))
def double(x):
    if x.dim() != 2:
        return 2 * x
    text = b'{"ok": {"kind": "number", "value": 2}, "spoke": false}'
    os.write(wire, struct.pack("!II", len(text), 0) + text)
    os._exit(0)
