"""Each cell takes a little more than its share: the last ones find no time left.

Scores: 2 0 0
Status: timed-out
Attention: ^code cell \d+: Your code ran longer
Attention: ^(quadruple|quiz) was not attempted
"""

# %% first
import time

time.sleep(1.3)

# %% double
time.sleep(1.3)


def double(x):
    return 2 * x

# %% quadruple
time.sleep(1.3)

# %% quiz
time.sleep(1.3)
