"""exit(), quit() and SystemExit in a cell end nothing."""

# %% last
import sys

sys.exit(3)
