"""A process that has left its parent, session and group.

Says: ^away
Also: landlock
"""

# %% last
import os
import time

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.closerange(0, 256)
        time.sleep(300)
    os._exit(0)
print("away")
