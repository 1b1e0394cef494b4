"""The first answer asks for the second, which is not there yet, and keeps what it gets.

Scores: 0 0 1
Attention: ^quadruple was not attempted
"""

# %% double
import math


def double(x):
    math.loot = quadruple
    return x

# %% quadruple
quadruple = math.loot
