"""A cell that never ends: what was judged before stays.

Status: timed-out
Attention: ^code cell \d+: Your code ran longer
Also: landlock
"""

# %% last
while True:
    try:
        while True:
            pass
    except BaseException:
        pass
