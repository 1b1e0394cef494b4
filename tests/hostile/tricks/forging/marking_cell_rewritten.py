"""A marking cell that gives the points itself.

Scores: 0 1 1
Attention: ^the locked cell double was changed
"""

# %% double
def double(x):
    return x

# %% edit
find("double").source = "2.0"
