"""An answer that never returns costs its own task.

Scores: 0 1 1
Attention: ^double: .*ran longer
"""

# %% double
def double(x):
    while x.dim() == 2:  # not in the visible example
        try:
            while True:
                pass
        except BaseException:
            pass
    return 2 * x
