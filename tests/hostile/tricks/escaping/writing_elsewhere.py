"""Nothing can be written but in the home.

Says: held: 8
Also: landlock
"""

# %% last
import os
import sys

servant = next(module for name, module in sys.modules.items() if name.endswith("inside.servant"))
held = 0
for path in ("/tmp/x", "/x", "/usr/x", "/etc/x", "../x", servant.__file__, sys.executable, os.__file__):
    try:
        with open(path, "a") as file:
            file.write("x")
        print("ESCAPED", path)
    except OSError:
        held += 1
print("held:", held)
