"""A file larger than the home may be.

Says: File too large
Also: landlock
"""

# %% last
with open("big", "wb") as file:
    for _ in range(100):
        file.write(bytes(1 << 20))
