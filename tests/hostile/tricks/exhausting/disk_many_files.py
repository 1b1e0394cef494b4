"""Files that are small each and too much together.

Says: No space left
"""

# %% last
for place in (".", "/dev/shm"):
    try:
        for number in range(100):
            with open(f"{place}/{number}", "wb") as file:
                file.write(bytes(1 << 20))
        print("ESCAPED")
    except OSError as error:
        print(error)
