"""The process stops reading, and the next cell is too large to wait in between.

Status: crashed
Attention: ^code cell \d
"""

# %% last
import os
import threading
import time

pid = os.getpid()
if os.fork() == 0:
    time.sleep(0.2)
    os._exit(0)
threading.Thread(target=lambda: (time.sleep(0.05), os._exit(3))).start()
time.sleep(30)
