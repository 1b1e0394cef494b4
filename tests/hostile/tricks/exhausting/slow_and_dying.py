"""Each check costs a process, and the cells that have to run again are slow: there is an end to it.

Scores: 0 0 1
Attention: ^(double|quadruple): .*ended the process
"""

# %% first
import time

time.sleep(0.5)

# %% double
import os


def double(x):
    return os._exit(1) if x.dim() == 2 else 2 * x

# %% quadruple
def quadruple(x):
    os._exit(1)
