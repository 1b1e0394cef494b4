"""No namespace of one's own, with rights of its own.

Says: -1 -1
Also: landlock
"""

# %% last
import ctypes
import os

libc = ctypes.CDLL(None)
print(libc.unshare(0x10000000), libc.setns(0, 0))
try:
    os.chroot(".")
    print("ESCAPED")
except OSError:
    pass
