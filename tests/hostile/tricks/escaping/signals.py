"""No signal reaches the engine, the zygote or anybody else.

Says: ^sent
Also: landlock
"""

# %% last
import os
import signal

for pid in (os.getppid(), -1, 2, 3):
    if pid > 0 or pid == -1:
        try:
            os.kill(pid, signal.SIGKILL)
        except OSError:
            pass
print("sent")
