"""Programs that give their owner's rights give none.

Says: held
Also: landlock
"""

# %% last
import os
import subprocess

for program in ("/usr/bin/su", "/usr/bin/sudo", "/usr/bin/mount", "/usr/bin/newgrp", "/usr/bin/passwd"):
    try:
        done = subprocess.run([program, "-c", "cat /etc/shadow"], capture_output=True, text=True, timeout=3, stdin=subprocess.DEVNULL)
        if ":" in done.stdout and done.returncode == 0:
            print("ESCAPED", program, done.stdout[:50])
    except (OSError, subprocess.TimeoutExpired):
        pass
for change in (lambda: os.setuid(12), lambda: os.setgroups([0]), lambda: os.open("/etc/shadow", os.O_RDONLY)):
    try:
        change()
        print("ESCAPED")
    except OSError:
        pass
print("held")
