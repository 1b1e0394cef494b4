"""No device of the machine, none made anew.

Says: held: 6
Also: landlock
"""

# %% last
import os

held = 0
for path in ("/dev/mem", "/dev/kmsg", "/dev/sda", "/dev/vda", "/dev/kvm"):
    try:
        os.open(path, os.O_RDWR)
        print("ESCAPED", path)
    except OSError:
        held += 1
try:
    os.mknod("disk", 0o60666, os.makedev(254, 0))
    os.open("disk", os.O_RDONLY)
    print("ESCAPED")
except OSError:
    held += 1
print("held:", held)
