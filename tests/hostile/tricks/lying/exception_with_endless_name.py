"""An exception of a million characters, with half a character in its message, and a class with a false ancestry.

Scores: 0 1 1
"""

# %% double
class Meta(type):
    def mro(cls):
        return [cls, *Exception.__mro__]


Long = Meta("E" * 1_000_000, (Exception,), {})


def double(x):
    raise Long("\ud800" + "m" * 1_000_000)
