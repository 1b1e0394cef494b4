"""The package that holds checks and specimens cannot be imported.

Says: held: 4
Also: landlock
"""

# %% last
import importlib

held = 0
for name in ("autograder", "autograder.checks", "autograder.judging.judge", "autograder.specimens"):
    try:
        importlib.import_module(name)
        print("ESCAPED", name)
    except (ImportError, OSError):
        held += 1
print("held:", held)
