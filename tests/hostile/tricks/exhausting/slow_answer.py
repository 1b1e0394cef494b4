"""Each call takes nearly as long as a check may.

Scores: 2 0 1
Attention: ^quadruple: .*ran longer
"""

# %% double
import time


def double(x):
    time.sleep(0.8)
    return 2 * x
