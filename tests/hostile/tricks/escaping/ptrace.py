"""No process can be traced, nor its memory read.

Says: -1 -1
Also: landlock
"""

# %% last
import ctypes
import os

libc = ctypes.CDLL(None)
print(libc.ptrace(16, os.getppid() or 1, 0, 0), libc.process_vm_readv(os.getppid() or 1, None, 0, None, 0, 0))
