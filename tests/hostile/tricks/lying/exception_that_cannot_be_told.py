"""An exception whose words raise.

Scores: 0 1 1
"""

# %% double
class Mute(Exception):
    def __str__(self):
        raise SystemExit("ESCAPED")

    __repr__ = __str__


def double(x):
    raise Mute
