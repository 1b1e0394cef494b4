"""bpf, perf, keys, io_uring and userfaultfd, where most holes have been.

Says: held: 5
Also: landlock
"""

# %% last
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
numbers = {"x86_64": (321, 298, 248, 425, 323), "aarch64": (280, 241, 217, 425, 282)}[os.uname().machine]
print("held:", sum(libc.syscall(number, 0, 0, 0, 0, 0) == -1 and ctypes.get_errno() == 1 for number in numbers))
