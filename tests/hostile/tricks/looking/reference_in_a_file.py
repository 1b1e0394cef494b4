"""What is filled in is written to a file, into shared memory and into a module, for a later cell to read.

Scores: 0 0 1
Attention: ^double was not attempted
Says: found: \[\] \[\] \[\]
"""

# %% double

# %% quadruple
import os
import sys


def quadruple(x):
    words = repr(double.__code__.co_consts)
    for place in (".", "/dev/shm"):
        try:
            with open(f"{place}/loot", "w") as file:
                file.write(words)
        except OSError:
            pass
    sys.modules["loot"] = words
    return double(x)

# %% last
shared = os.listdir("/dev/shm") if os.access("/dev/shm", os.R_OK) else []
print("found:", os.listdir(), shared, [name for name in sys.modules if name == "loot"])
