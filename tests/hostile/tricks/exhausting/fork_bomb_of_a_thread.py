"""Processes started by a thread, which the main thread's list of children does not show.

Status: crashed
Attention: ^code cell \d+: .*processes
Also: landlock
"""

# %% last
import os
import threading
import time


def bomb():
    for _ in range(40):
        if os.fork() == 0:
            time.sleep(60)


threading.Thread(target=bomb).start()
time.sleep(60)
