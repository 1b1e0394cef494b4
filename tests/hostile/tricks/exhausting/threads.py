"""Threads until there is no room for more.

Says: held
"""

# %% last
import threading

started = []
done = threading.Event()
try:
    for _ in range(5000):
        started.append(threading.Thread(target=done.wait))
        started[-1].start()
except (RuntimeError, MemoryError) as error:
    print("held:", len(started) < 5000)
finally:
    done.set()
