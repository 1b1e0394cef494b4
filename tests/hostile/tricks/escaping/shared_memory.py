"""What one submission leaves in shared memory and in its home, the next does not find.

Says: found: \[\] \[\]
"""

# %% last
import os
from multiprocessing import shared_memory

print("found:", os.listdir("/dev/shm"), os.listdir())
kept = shared_memory.SharedMemory("mine", create=True, size=1000)
for place in ("/dev/shm/x", "x"):
    open(place, "w").write("for you")
