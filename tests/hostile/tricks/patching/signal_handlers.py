"""Every signal that can be ignored is ignored, and a timer fires all the time."""

# %% first
import signal

for number in range(1, 32):
    try:
        signal.signal(number, lambda *a: None)
    except (OSError, ValueError):
        pass
signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
