"""A thread looks at the notebook's names all the time, and a later cell shows what it found.

Scores: 0 0 1
Attention: ^double was not attempted
Says: kept: \{\}
"""

# %% first
import threading
import time

kept = {}
names = globals()


def look():
    while True:
        if "double" in names:
            kept["double"] = names["double"].__code__.co_consts
        time.sleep(0.001)


threading.Thread(target=look, daemon=True).start()

# %% double

# %% quadruple
def quadruple(x):
    time.sleep(0.02)
    return double(x)

# %% last
print("kept:", kept)
