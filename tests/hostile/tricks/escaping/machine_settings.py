"""The machine's name, clock and priorities stay as they are.

Says: held: 3
Also: landlock
"""

# %% last
import os
import socket
import time

held = 0
for change in (lambda: time.clock_settime(time.CLOCK_REALTIME, 0), lambda: os.nice(-5), lambda: socket.sethostname("mine")):
    try:
        change()
        print("ESCAPED")
    except OSError:
        held += 1
print("held:", held)
