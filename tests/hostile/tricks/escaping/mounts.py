"""Nothing can be mounted or made the root.

Says: -1 -1 -1
Also: landlock
"""

# %% last
import ctypes

libc = ctypes.CDLL(None)
print(
    libc.mount(b"none", b"/usr", b"tmpfs", 0, None),
    libc.mount(b"/", b".", None, 4096, None),
    libc.umount2(b"/usr", 2),
)
