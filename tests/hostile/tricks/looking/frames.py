"""The frames above a called function hold a request, and nothing of what is expected."""

# %% first
kept = []

# %% double
import sys


def double(x):
    frame = sys._getframe()
    while frame is not None:
        kept.append(repr(frame.f_locals)[:2000] + repr(sorted(frame.f_globals)))
        frame = frame.f_back
    return 2 * x

# %% last
print(kept)
