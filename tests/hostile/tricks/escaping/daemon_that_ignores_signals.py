"""A dozen of them, and each starts a new one when it is told to end.

Says: ^away
Also: landlock
"""

# %% last
import os
import signal
import time


def live(number, frame):
    os.fork()


for _ in range(6):
    if os.fork() == 0:
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGUSR1):
            signal.signal(number, live)
        os.setsid()
        os.closerange(0, 256)
        while True:
            time.sleep(1)
print("away")
