"""Each process keeps within what one may use; together they do not.

Status: out-of-memory
Attention: ^code cell \d+: .*memory
Also: landlock
"""

# %% last
import os
import time

for _ in range(6):
    if os.fork() == 0:
        drops = b"x" * (120 << 20)
        time.sleep(60)
time.sleep(60)
