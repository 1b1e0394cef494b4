"""Processes that start processes.

Status: crashed
Attention: ^code cell \d+: .*processes
Also: landlock
"""

# %% last
import os
import time

for _ in range(5):
    os.fork()
time.sleep(60)
