"""A line of twenty million characters.

Says: cut here
Also: landlock
"""

# %% last
print("x" * 20_000_000)
