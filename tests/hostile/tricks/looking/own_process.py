"""/proc shows no process, not even this one.

Says: held: 6
Also: landlock
"""

# %% last
held = 0
for path in ("/proc/self/maps", "/proc/self/environ", "/proc/1/environ", "/proc/1/cmdline", "/proc/self/mem", "/proc/meminfo"):
    try:
        open(path, "rb").read()
        print("ESCAPED", path)
    except OSError:
        held += 1
print("held:", held)
