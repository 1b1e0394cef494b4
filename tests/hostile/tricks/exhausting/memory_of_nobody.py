"""Memory that is no process's: memfd and System V segments.

Says: held: 2
Also: landlock
"""

# %% last
import ctypes
import os

held = 0
try:
    os.memfd_create("x")
    print("ESCAPED")
except OSError:
    held += 1
held += ctypes.CDLL(None).shmget(0, 1 << 28, 0o1600) == -1
print("held:", held)
