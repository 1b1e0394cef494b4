"""Twenty thousand lines, on both streams.

Says: cut here
"""

# %% last
import sys

for number in range(10_000):
    print(number)
    print(number, file=sys.stderr)
