"""SIGKILL to itself, to its group and to its parent.

Status: crashed
Attention: ^code cell \d+: Your code
"""

# %% last
import os
import signal

for pid in (os.getpid(), 0):
    try:
        os.kill(pid, signal.SIGKILL)
    except OSError:
        pass
os._exit(1)
