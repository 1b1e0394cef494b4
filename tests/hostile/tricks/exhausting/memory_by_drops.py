"""A list that grows without end.

Says: held: MemoryError
Also: landlock
"""

# %% last
import gc

drops = []
try:
    while True:
        drops.append(bytes(1 << 20))
except MemoryError as error:
    drops.clear()
    print("held:", type(error).__name__)
