"""compile and exec are replaced, and keep the code that they are given.

Scores: 0 1 1
Attention: ^double was not attempted
Says: kept: 0
"""

# %% first
import builtins

kept = []
really = builtins.compile


def spy(source, *a, **k):
    if isinstance(source, str) and "def double" in source:
        kept.append(source)
    return really(source, *a, **k)


builtins.compile = spy

# %% double

# %% last
print("kept:", len(kept), kept)
