"""Numbers of own classes, NaN, and one of 20,000 digits.

Scores: 0 1 1
"""

# %% double
import itertools


class Many(int):
    def __eq__(self, other):
        return True

    def __int__(self):
        return 2

    __hash__ = int.__hash__


answers = itertools.cycle([Many(1), float("nan"), float("inf"), 10**20_000, True])


def double(x):
    return next(answers)
