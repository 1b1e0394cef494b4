"""Functions that return a promise.

Scores: 0 0 1
"""

# %% double
async def double(x):
    return 2 * x

# %% quadruple
def quadruple(x):
    yield 4 * x
