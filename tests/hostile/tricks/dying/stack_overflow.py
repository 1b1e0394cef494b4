"""The C stack overflows.

Scores: 0 1 1
Attention: ^double: .*ended the process
"""

# %% double
def double(x):
    if x.dim() != 2:
        return 2 * x
    deep = iter([1])
    for _ in range(300_000):
        deep = map(abs, deep)
    return next(deep)
