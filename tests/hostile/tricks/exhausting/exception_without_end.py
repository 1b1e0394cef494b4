"""An exception with a message of fifty million characters, and ten thousand causes."""

# %% last
try:
    raise ValueError("m" * 50_000_000)
except ValueError as error:
    for _ in range(50):
        new = ValueError("again")
        new.__cause__ = error
        error = new
    raise error
