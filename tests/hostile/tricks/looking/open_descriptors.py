"""No descriptor leads to a file or to another process's socket.

Says: sockets: 1
Also: landlock
"""

# %% last
import os
import stat

sockets = 0
for number in range(3, 256):
    try:
        kind = os.fstat(number)
    except OSError:
        continue
    sockets += stat.S_ISSOCK(kind.st_mode)
    if stat.S_ISREG(kind.st_mode) and kind.st_nlink or stat.S_ISDIR(kind.st_mode):
        print("ESCAPED", number, kind)
print("sockets:", sockets)
