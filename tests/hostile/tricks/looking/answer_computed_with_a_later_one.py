"""The first answer calls the second, which the course could lend it.

Scores: 0 1 1
Also: landlock
"""

# %% double
def double(x):
    return quadruple(x) / 2
